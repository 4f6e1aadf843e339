# The first process of the guest that checks the table with its devices.
. "$ROOT/tests/kernel/guest/world.sh"
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs shm /dev/shm
mount -t tmpfs run /run
chmod 755 /run
mount -t configfs configfs /sys/kernel/config
mount -t debugfs debugfs /sys/kernel/debug
busybox ip link set lo up
mkdir -m 1777 /run/tmp
export TMPDIR=/run/tmp HOME=/run PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 PYTHONDONTWRITEBYTECODE=1
cd "$ROOT"
"$PYTHON" -m pytest -q -p no:cacheprovider --confcutdir=tests/kernel/guest --color=no \
    -o faulthandler_timeout=0 "tests/kernel/guest/$SUITE" $ONLY
echo $? >/mnt/results/code
sync
exec busybox poweroff -f
