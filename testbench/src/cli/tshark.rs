//! A second opinion on captures: Wireshark's dissector, if it is there.
use anyhow::{Context as _, ensure};
use std::path::Path;
use std::process::Command;

/// What tshark makes of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opinion {
    /// Frames it takes for RoCE v2.
    pub roce: usize,
    /// Frames that are malformed.
    pub malformed: usize,
}

/// Has tshark dissect a capture; `None` if there is no tshark. Payload is arbitrary bytes here, so what would guess a protocol in it is
/// turned off.
///
/// # Errors
/// It fails.
pub fn dissect(capture: &Path) -> anyhow::Result<Option<Opinion>> {
    let mut command = Command::new("tshark");
    command.arg("-n").arg("-r").arg(capture);
    for protocol in [
        "rpcordma",
        "smb_direct",
        "iser",
        "nvme-rdma",
        "infiniband_sdp",
    ] {
        command.args(["--disable-protocol", protocol]);
    }
    command.args([
        "-Y",
        "infiniband or _ws.malformed",
        "-T",
        "fields",
        "-e",
        "infiniband.bth.opcode",
        "-e",
        "_ws.malformed",
    ]);
    let output = match command.output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        output => output.context("tshark does not start")?,
    };
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "tshark fails on {}: {}",
        capture.display(),
        said.trim()
    );
    let mut opinion = Opinion {
        roce: 0,
        malformed: 0,
    };
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let (opcode, malformed) = line.split_once('\t').unwrap_or((line, ""));
        opinion.roce += usize::from(!opcode.is_empty());
        opinion.malformed += usize::from(!malformed.is_empty());
    }
    Ok(Some(opinion))
}
