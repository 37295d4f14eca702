//! The virtual machine: its image, made once, and the machine itself.
use crate::link::socket::{Udp, Unix, Wire};
use anyhow::{Context as _, ensure};
use std::fs::{self, File};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program that runs it.
const QEMU: &str = "qemu-system-x86_64";
/// What else the image is made with.
const TOOLS: [&str; 6] = [QEMU, "apt-get", "dpkg-deb", "depmod", "gcc", "cpio"];
/// Folders of programs that are not in everybody's search path.
const MORE: [&str; 2] = ["/usr/sbin", "/sbin"];
/// Where the recipe is.
const RECIPE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/interop/image.sh");
/// What it is made of, to make it anew when that changes.
const SOURCES: [&[u8]; 3] = [
    include_bytes!("../../interop/image.sh"),
    include_bytes!("../../interop/init"),
    include_bytes!("../../interop/agent.c"),
];
/// Everything the network card could do for the kernel is off, as the frames must be as they stand.
const PLAIN: &str = "csum=off,guest_csum=off,gso=off,guest_tso4=off,guest_tso6=off,guest_ecn=off,guest_ufo=off,host_tso4=off,host_tso6=off,host_ecn=off,host_ufo=off";

/// A program that this machine lacks, without which there is no virtual machine.
pub fn missing() -> Option<&'static str> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = std::env::split_paths(&path)
        .chain(MORE.map(PathBuf::from))
        .collect();
    let there = |tool: &str| folders.iter().any(|folder| folder.join(tool).is_file());
    TOOLS.into_iter().find(|tool| !there(tool))
}

/// How the machine's network card is joined to ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Cable {
    /// Unix datagram sockets.
    Unix,
    /// UDP on this machine.
    Udp,
}

impl Cable {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Cable::Unix => "unix",
            Cable::Udp => "udp",
        }
    }

    /// Our end of it, and what QEMU is told of the other.
    pub fn lay(self, folder: &Path) -> io::Result<(Box<dyn Wire>, String)> {
        match self {
            Cable::Unix => {
                let wire = Unix::bind(&folder.join("peer"), &folder.join("guest"))?;
                // What a machine before has left.
                match fs::remove_file(folder.join("guest")) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
                let plug = "local.type=unix,local.path=guest,remote.type=unix,remote.path=peer";
                Ok((Box::new(wire), plug.into()))
            }
            Cable::Udp => {
                let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
                // A port that is free, for QEMU to bind a moment later.
                let guest = UdpSocket::bind(any)?.local_addr()?;
                let wire = Udp::bind(any, guest)?;
                let (here, there) = (wire.address()?.port(), guest.port());
                let plug = format!(
                    "local.type=inet,local.host=127.0.0.1,local.port={there},remote.type=inet,remote.host=127.0.0.1,remote.port={here}"
                );
                Ok((Box::new(wire), plug))
            }
        }
    }
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

    /// Starts the machine with this IPv4 address, at this plug of a [`Cable`]; its console goes into a file.
    pub fn start(folder: &Path, plug: &str, address: &str) -> anyhow::Result<Self> {
        let console = File::create(folder.join("console.log"))?;
        let child = Command::new(QEMU)
            .current_dir(folder)
            .args(["-accel", "tcg", "-M", "q35", "-cpu", "max", "-m", "256"])
            .args([
                "-nographic",
                "-nodefaults",
                "-no-reboot",
                "-serial",
                "stdio",
            ])
            .args(["-kernel", "vmlinuz", "-initrd", "initrd.gz", "-append"])
            .arg(format!("console=ttyS0 quiet panic=-1 address={address}"))
            .args(["-netdev", &format!("dgram,id=n,{plug}")])
            .args([
                "-device",
                &format!("virtio-net-pci,{PLAIN},netdev=n,mac=52:54:00:00:00:01,romfile="),
            ])
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
