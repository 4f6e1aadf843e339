# The guest with a drive of its own starts from that, as a Raspberry Pi from its card. The host's files, and with them the
# checks and the world around the computer, stand in it apart: what is installed sees nothing of them.
mkdir /run
mount -t tmpfs -o mode=755 run /run
mkdir -p /run/world /run/systemd/system/multi-user.target.wants
mount --move /new /run/world
if [ "$DRIVE" = overlay ]; then # by the very script that raspi-config switches on; its settings are the kernel's words
    mount -t ext4 -o ro,noload /dev/vda /new
    mkdir -p /tmp
    ln -s /new/usr/share/initramfs-tools/scripts /scripts
    quiet=n rootmnt=/new ROOT=/dev/vda sh /new/usr/share/initramfs-tools/scripts/init-bottom/overlayroot
else
    mount -t ext4 /dev/vda /new
fi
if [ "$PATIENCE" -gt 1 ]; then # on a busy host systemd waits longer too
    mkdir -p /run/systemd/system.conf.d
    printf '[Manager]\nDefaultTimeoutStartSec=%d\nDefaultTimeoutStopSec=%d\n' $((90 * PATIENCE)) $((90 * PATIENCE)) \
        >/run/systemd/system.conf.d/patience.conf
    for watched in systemd-journald=180 systemd-udevd=180 systemd-logind=180 tidetable=15; do
        folder=/run/systemd/system/${watched%=*}.service.d
        mkdir $folder
        printf '[Service]\nWatchdogSec=%d\n' $((${watched#*=} * PATIENCE)) >$folder/patience.conf
    done
fi
if [ -n "$SUITE" ]; then
    cat >/run/systemd/system/checks.service <<CONF
[Unit]
Description=The world around the computer
After=systemd-udevd.service systemd-modules-load.service local-fs.target
Before=tidetable.service
[Service]
Type=notify
NotifyAccess=all
TimeoutStartSec=infinity
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
ExecStart=/bin/sh /run/world$ROOT/tests/kernel/guest/checks.sh $ROOT $PYTHON $SUITE $ENDING $PATIENCE $ONLY
CONF
    ln -s ../checks.service /run/systemd/system/multi-user.target.wants/checks.service
fi
mount --move /dev /new/dev
mount --move /run /new/run
umount /proc /sys
exec switch_root /new /sbin/init
