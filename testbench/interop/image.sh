#!/bin/bash
# image.sh FOLDER: makes FOLDER/vmlinuz and FOLDER/initrd.gz, a Linux with its own RoCE driver and the agent, from Debian's packages.
#
# Needs no root: apt-get (Debian 12 or newer, about 70 MB fetched once), dpkg-deb, kmod, cpio and gcc. What was fetched stays in FOLDER/debs.
# The agent is linked statically with the verbs library. Beside it the initrd holds busybox, ibv_rc_pingpong and perftest as they come, with
# their libraries, and the modules.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" && cd "$1"
for tool in apt-get apt-cache dpkg-deb depmod modprobe cpio gcc gzip readelf; do
    command -v "$tool" >/dev/null || { echo "missing: $tool" >&2; exit 2; }
done

kernel=$(apt-cache depends linux-image-amd64 2>/dev/null | awk '/Depends: /{print $2; exit}')
[ -n "$kernel" ] || { echo "apt knows no linux-image-amd64: it needs 'apt-get update', and Debian" >&2; exit 2; }
packages=("$kernel" busybox-static libibverbs-dev libnl-3-dev libnl-route-3-dev)
# The programs that run there as they come, and what they are linked with.
programs=(ibverbs-utils perftest libibverbs1 ibverbs-providers librdmacm1 libibumad3 libnl-3-200 libnl-route-3-200 libpci3 libudev1 zlib1g libc6)
packages+=("${programs[@]}")
mkdir -p debs
for package in "${packages[@]}"; do
    compgen -G "debs/${package}_*.deb" >/dev/null || (cd debs && apt-get download -qq "$package")
done

rm -rf unpacked root
mkdir -p unpacked root/{bin,dev,proc,sys,tmp}
for package in "${packages[@]}"; do
    dpkg-deb -x debs/"${package}"_*.deb unpacked
done
cp unpacked/boot/vmlinuz-* vmlinuz
cp unpacked/bin/busybox root/bin/
shared=lib/x86_64-linux-gnu
mkdir -p root/lib64 root/$shared root/usr/$shared/libibverbs root/etc/libibverbs.d
for program in ibv_rc_pingpong ib_{write,read,send}_bw ib_atomic_lat; do
    cp "unpacked/usr/bin/$program" root/bin/
done
# Their libraries, and what these are linked with in turn.
wanted() {
    find root/bin root/$shared -type f ! -name busybox -exec readelf -d {} + | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u
}
have=
until [ "$(wanted)" = "$have" ]; do
    have=$(wanted)
    for library in $have; do
        found=$(find unpacked/lib unpacked/usr/lib -path "*x86_64-linux-gnu/$library" | head -1)
        [ -n "$found" ] || { echo "no package has $library" >&2; exit 1; }
        cp -L "$found" root/$shared/
    done
done
ln -s ../$shared/ld-linux-x86-64.so.2 root/lib64/
cp unpacked/usr/$shared/libibverbs/librxe-rdmav34.so root/usr/$shared/libibverbs/
cp unpacked/etc/libibverbs.d/rxe.driver root/etc/libibverbs.d/

# The modules, in the order they are loaded in; whatever is built into the kernel is not among them.
version=$(ls unpacked/lib/modules)
depmod -b unpacked "$version"
for module in virtio_pci virtio_net 8021q crc32_generic crc32_pclmul rdma_rxe ib_uverbs; do
    modprobe -d unpacked -S "$version" --show-depends "$module" 2>/dev/null | awk '/^insmod/{print $2}' || true
done | awk '!seen[$0]++' | while read -r path; do
    cp "$path" root/
    echo "${path##*/}"
done >root/modules

libraries=unpacked/usr/lib/x86_64-linux-gnu
gcc -O2 -Wall -Wextra -Werror -static -DRDMA_STATIC_PROVIDERS=rxe -I unpacked/usr/include -o root/bin/agent "$here/agent.c" \
    -L "$libraries" -Wl,--no-warnings,--start-group -libverbs -lrxe-rdmav34 -lnl-route-3 -lnl-3 -Wl,--end-group -lpthread
install -m 755 "$here/init" root/init
(cd root && find . | cpio -o -H newc --quiet -R 0:0 | gzip -1) >initrd.tmp
mv initrd.tmp initrd.gz
rm -rf unpacked root
