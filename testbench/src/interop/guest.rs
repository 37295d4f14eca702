//! The virtual machine: its image, made once, and the machine itself.
use anyhow::{Context as _, ensure};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program that runs it.
const QEMU: &str = "qemu-system-x86_64";
/// What else the image is made with.
const TOOLS: [&str; 5] = [QEMU, "apt-get", "dpkg-deb", "gcc", "cpio"];
/// Where the recipe is.
const RECIPE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/interop/image.sh");
/// What it is made of, to make it anew when that changes.
const SOURCES: [&[u8]; 3] = [
    include_bytes!("../../interop/image.sh"),
    include_bytes!("../../interop/init"),
    include_bytes!("../../interop/agent.c"),
];
/// The sockets that are its cable: its own end, and ours.
pub const GUEST: &str = "guest";
pub const PEER: &str = "peer";
/// Everything the network card could do for the kernel is off, as the frames must be as they stand.
const PLAIN: &str = "csum=off,guest_csum=off,gso=off,guest_tso4=off,guest_tso6=off,guest_ecn=off,guest_ufo=off,host_tso4=off,host_tso6=off,host_ecn=off,host_ufo=off";

/// A program that this machine lacks, without which there is no virtual machine.
pub fn missing() -> Option<&'static str> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    TOOLS
        .into_iter()
        .find(|tool| !std::env::split_paths(&path).any(|folder| folder.join(tool).is_file()))
}

/// A machine that runs until it is dropped.
pub struct Guest {
    child: Child,
}

impl Guest {
    /// Makes the image in `folder`, unless there is one of these sources.
    pub fn prepare(folder: &Path) -> anyhow::Result<()> {
        let mut sum = crc32fast::Hasher::new();
        SOURCES.iter().for_each(|source| sum.update(source));
        let sum = format!("{:08x}", sum.finalize());
        let mark = folder.join("image");
        if fs::read_to_string(&mark).is_ok_and(|made| made == sum) {
            return Ok(());
        }
        fs::create_dir_all(folder)?;
        let log = File::create(folder.join("image.log"))?;
        let status = Command::new("bash")
            .arg(RECIPE)
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .status()
            .context("bash")?;
        ensure!(
            status.success(),
            "the virtual machine's image could not be made: see {}",
            folder.join("image.log").display()
        );
        Ok(fs::write(mark, sum)?)
    }

    /// Starts the machine with this IPv4 address; its console goes into a file.
    pub fn start(folder: &Path, address: &str, console: PathBuf) -> anyhow::Result<Self> {
        // What a machine before has left.
        let _ = fs::remove_file(folder.join(GUEST));
        let console = File::create(console)?;
        let child = Command::new(QEMU)
            .current_dir(folder)
            .args(["-accel", "tcg", "-M", "q35", "-cpu", "max", "-m", "256"])
            .args(["-nographic", "-nodefaults", "-no-reboot", "-serial", "stdio"])
            .args(["-kernel", "vmlinuz", "-initrd", "initrd.gz", "-append"])
            .arg(format!("console=ttyS0 quiet panic=-1 address={address}"))
            .args(["-netdev", &format!("dgram,id=n,local.type=unix,local.path={GUEST},remote.type=unix,remote.path={PEER}")])
            .args(["-device", &format!("virtio-net-pci,{PLAIN},netdev=n,mac=52:54:00:00:00:01,romfile=")])
            .stdin(Stdio::null())
            .stdout(console.try_clone()?)
            .stderr(console)
            .spawn()
            .context(QEMU)?;
        Ok(Guest { child })
    }

    /// Whether it runs still.
    pub fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
