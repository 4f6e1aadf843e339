# The checks of a guest with a drive of its own, in the host's files, which see its devices; at their end it goes off.
root=$1 python=$2 suite=$3 ending=$4 patience=$5 only=$6
world=/run/world
for tree in /dev /proc /sys; do
    mount --rbind $tree $world$tree
    mount --make-rslave $world$tree
done
mount --bind /run $world/run
# The games by a path of their own: SQLite follows the link that leads into the computer's root, to the host's.
if [ -d /var/lib/tidetable ]; then
    mkdir $world/run/games
    mount --bind /var/lib/tidetable $world/run/games
fi
chroot $world /usr/bin/env -C "$root" HOME=/run TMPDIR=/run LANG=C.UTF-8 PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 \
    PYTHONDONTWRITEBYTECODE=1 PATIENCE="$patience" "$python" -m pytest -q -p no:cacheprovider \
    --confcutdir=tests/kernel/guest --color=no -o faulthandler_timeout=0 "tests/kernel/guest/$suite" $only
echo $? >$world/mnt/results/code
if [ "$ending" = cut ]; then # the plug is pulled: nothing is written any more
    echo b >/proc/sysrq-trigger
fi
if [ "$ending" = held ]; then # the table switches the computer off, by contacts that stay closed
    while read -r pull || [ -n "$pull" ]; do
        echo pull-down >"$pull"
    done <$world/run/held
    exec sleep infinity
fi
systemctl poweroff
