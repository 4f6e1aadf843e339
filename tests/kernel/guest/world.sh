# What both suites need of the guest: a user as on a Raspberry Pi, and files that it may read.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
{ echo "gpio:x:997:"; echo "i2c:x:998:"; echo "pi:x:1000:"; } >>/etc/group
grep -q '^dialout:' /etc/group || echo "dialout:x:20:" >>/etc/group
echo "pi:x:1000:1000::/home/pi:/bin/sh" >>/etc/passwd
echo "pi:*:19000:0:99999:7:::" >>/etc/shadow
# The checkout and its Python may lie in a folder that only its owner may enter.
for way in "$ROOT" "$(readlink -f "$PYTHON")"; do
    while way=$(dirname "$way"); [ "$way" != / ]; do
        chmod o+x "$way"
    done
done
