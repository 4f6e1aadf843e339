#!/bin/busybox sh
# The first program of the guest: mount the host's files, never to be written, and go on in them.
# ROOT, PYTHON, RESULTS, SUITE and DRIVE come from the kernel's command line.
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
for module in $(cat /modules/order); do
    case $module in dummy_hcd.ko) options=num=2 ;; *) options= ;; esac # a port for the tray, one for a stick
    insmod "/modules/$module" $options || echo "guest: $module can't be loaded"
done
shares=trans=virtio,version=9p2000.L,msize=524288
mkdir -p /host /written /new
mount -t 9p -o "$shares,ro,cache=loose" root /host
mount -t tmpfs written /written
mkdir /written/upper /written/work
mount -t overlay -o lowerdir=/host,upperdir=/written/upper,workdir=/written/work root /new
mkdir -p /new/mnt/results
mount -t 9p -o "$shares" results /new/mnt/results
if [ -n "$DRIVE" ]; then
    . "/new$ROOT/tests/kernel/guest/drive.sh"
fi
mount --move /dev /new/dev
umount /proc /sys
exec switch_root /new /bin/sh "$ROOT/tests/kernel/guest/$SUITE.sh"
