//! Captures: a pcap of each direction and one of both, with timestamps of simulated time.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use pcap_file::pcap::{PcapHeader, PcapPacket, PcapWriter};
use pcap_file::{PcapError, TsResolution};
use thiserror::Error;

use super::mac::Sent;
use super::wire::Side;

/// A capture that cannot be written.
#[derive(Debug, Error)]
#[error("cannot write the capture {path}: {source}")]
pub struct CaptureError {
    path: PathBuf,
    source: PcapError,
}

/// One file.
pub struct One {
    path: PathBuf,
    writer: PcapWriter<BufWriter<File>>,
}

impl One {
    /// An empty capture.
    pub fn create(path: PathBuf) -> Result<Self, CaptureError> {
        let header = PcapHeader {
            ts_resolution: TsResolution::NanoSecond,
            ..PcapHeader::default()
        };
        let opened = File::create(&path).map_err(PcapError::IoError);
        match opened.and_then(|file| PcapWriter::with_header(BufWriter::new(file), header)) {
            Ok(writer) => Ok(Self { path, writer }),
            Err(source) => Err(CaptureError { path, source }),
        }
    }

    /// Adds a frame.
    pub fn write(&mut self, time: Duration, frame: &[u8]) -> Result<(), CaptureError> {
        let packet = PcapPacket::new(time, frame.len() as u32, frame);
        let written = self.writer.write_packet(&packet);
        written.map(|_| ()).map_err(|source| CaptureError {
            path: self.path.clone(),
            source,
        })
    }

    /// Writes out what is buffered.
    pub fn finish(self) -> Result<(), CaptureError> {
        let flushed = self
            .writer
            .into_writer()
            .flush()
            .map_err(PcapError::IoError);
        flushed.map_err(|source| CaptureError {
            path: self.path,
            source,
        })
    }
}

/// Writes what the cards send, before anything happens to it on the link.
pub struct Capture {
    sent: [One; 2],
    both: One,
}

impl Capture {
    /// Creates `<stem>-a.pcap`, `<stem>-b.pcap` (named for the sender) and `<stem>.pcap`.
    pub fn create(stem: &Path) -> Result<Self, CaptureError> {
        let named = |suffix: &str| {
            let mut name = stem.as_os_str().to_owned();
            name.push(suffix);
            One::create(name.into())
        };
        Ok(Self {
            sent: [named("-a.pcap")?, named("-b.pcap")?],
            both: named(".pcap")?,
        })
    }

    /// Records a frame that `side` sent at `picoseconds`.
    pub fn record(
        &mut self,
        side: Side,
        picoseconds: u64,
        frame: &[u8],
    ) -> Result<(), CaptureError> {
        let time = Duration::from_nanos(picoseconds / 1000);
        self.sent[side.index()].write(time, frame)?;
        self.both.write(time, frame)
    }

    /// Records what both sides sent since last time, in the order of time.
    pub fn record_all(&mut self, [a, b]: [Vec<Sent>; 2]) -> Result<(), CaptureError> {
        let mut all: Vec<_> = a.into_iter().map(|sent| (Side::A, sent)).collect();
        all.extend(b.into_iter().map(|sent| (Side::B, sent)));
        all.sort_by_key(|(_, sent)| sent.at);
        all.iter()
            .try_for_each(|(side, sent)| self.record(*side, sent.at, &sent.bytes))
    }

    /// Writes out what is buffered.
    pub fn finish(self) -> Result<(), CaptureError> {
        let [a, b] = self.sent;
        a.finish()?;
        b.finish()?;
        self.both.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_and_their_union_are_written_with_nanoseconds() {
        let folder = std::env::temp_dir().join(format!("ferric-capture-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let stem = folder.join("run");
        let mut capture = Capture::create(&stem).unwrap();
        let sent = |at, bytes| Sent {
            at,
            bytes: vec![1; bytes],
            bad: false,
        };
        let a = vec![sent(4_000, 60), sent(2_000_000_000_000, 61)];
        capture
            .record_all([a, vec![sent(1_000_000_008_000, 64)]])
            .unwrap();
        capture.finish().unwrap();
        let read = |name: &str| {
            let file = File::open(folder.join(name)).unwrap();
            let mut reader = pcap_file::pcap::PcapReader::new(file).unwrap();
            let mut packets = Vec::new();
            while let Some(packet) = reader.next_packet() {
                let packet = packet.unwrap();
                packets.push((packet.timestamp.as_nanos(), packet.data.len()));
            }
            packets
        };
        assert_eq!(read("run-a.pcap"), [(4, 60), (2_000_000_000, 61)]);
        assert_eq!(read("run-b.pcap"), [(1_000_000_008, 64)]);
        assert_eq!(
            read("run.pcap"),
            [(4, 60), (1_000_000_008, 64), (2_000_000_000, 61)]
        );
        std::fs::remove_dir_all(folder).unwrap();
        let missing = Capture::create(Path::new("/nowhere/at/all"));
        assert!(missing.is_err_and(|error| error.to_string().contains("/nowhere/at/all-a.pcap")));
    }
}
