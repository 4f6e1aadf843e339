# The first process of the guest that checks the service: it lets that install itself, and becomes systemd.
. "$ROOT/tests/kernel/guest/world.sh"
mount -t proc proc /proc
venv=$(dirname "$(dirname "$PYTHON")")
python=$(dirname "$(dirname "$(readlink -f "$PYTHON")")")
# An environment that root alone can write, as a package makes it, of the Python and the packages that the host has.
mkdir -p /opt/python /opt/tidetable/bin
ln -s "$python"/* /opt/python
echo "home = /opt/python/bin" >/opt/tidetable/pyvenv.cfg
ln -s "/opt/python/bin/$(basename "$(readlink -f "$PYTHON")")" /opt/tidetable/bin/python
ln -s "$venv/lib" /opt/tidetable/lib
{ echo '#!/opt/tidetable/bin/python'; sed 1d "$venv/bin/tidetable"; } >/opt/tidetable/bin/tidetable
chmod +x /opt/tidetable/bin/tidetable
mkdir -p /boot/firmware
echo "# dtparam=i2c_arm=on" >/boot/firmware/config.txt
units=/etc/systemd/system
/opt/tidetable/bin/tidetable install >/mnt/results/install.txt 2>&1 || echo "guest: tidetable install has failed"
# This computer is some twenty times slower, and its program lies where the host has it, perhaps in somebody's home.
for unit in tidetable.service tidetable-helper@.service; do
    mkdir -p "$units/$unit.d"
    cat >"$units/$unit.d/guest.conf" <<CONF
[Service]
ProtectHome=tmpfs
BindReadOnlyPaths=$ROOT $python
Environment=PYTHONDONTWRITEBYTECODE=1
CONF
done
echo TimeoutStartSec=600 >>"$units/tidetable.service.d/guest.conf"
# What says that the host is a container is untrue here, and its systemd would share no mounts with its services.
rm -f /.dockerenv /run/.containerenv
# Of the host's own services none is wanted.
for unit in $(cd /lib/systemd/system && ls -d -- *.service *.timer *.path *.automount *.mount); do
    case $unit in
        systemd-journald.service | systemd-journald@.service | systemd-udevd.service | tmp.mount | run-*) ;;
        *) [ -e "$units/$unit" ] || ln -s /dev/null "$units/$unit" ;;
    esac
done
: >/etc/fstab
echo 0123456789abcdef0123456789abcdef >/etc/machine-id
cat >"$units/checks.service" <<CONF
[Unit]
DefaultDependencies=no
After=systemd-journald.socket
Wants=systemd-journald.service
[Service]
Type=oneshot
TimeoutStartSec=infinity
Environment=HOME=/run TMPDIR=/run PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 PYTHONDONTWRITEBYTECODE=1
WorkingDirectory=$ROOT
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
ExecStart=/bin/sh -c '"$PYTHON" -m pytest -q -p no:cacheprovider --confcutdir=tests/kernel/guest --color=no -o faulthandler_timeout=0 tests/kernel/guest/unit $ONLY; echo \$? >/mnt/results/code; sync'
ExecStopPost=/bin/busybox poweroff -f
CONF
printf '[Unit]\nDefaultDependencies=no\nRequires=checks.service\n' >"$units/checks.target"
umount /proc
exec /lib/systemd/systemd --unit=checks.target --log-level=warning --log-target=console
