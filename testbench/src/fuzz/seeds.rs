//! What fuzzing begins with: every frame the Linux kernel's driver was recorded to send, or, where there are no recordings, a packet of
//! each opcode of our own making.
use super::make::{self, Path, mapped};
use crate::recordings;
use fastrand::Rng;
use ferric_layout::opcode::{TABLE, header_bytes};

/// Frames to draw from.
pub struct Seeds {
    frames: Vec<Vec<u8>>,
    recorded: bool,
}

impl Seeds {
    /// The recordings, if they are here.
    pub fn find(rng: &mut Rng) -> Seeds {
        if recordings::folder().is_dir() {
            let all = recordings::all().into_iter().chain(recordings::all_ipv6());
            let frames = all.flat_map(|recording| recording.frames);
            let frames: Vec<_> = frames.map(|frame| frame.bytes).collect();
            if !frames.is_empty() {
                let recorded = true;
                return Seeds { frames, recorded };
            }
        }
        Seeds::made(rng)
    }

    /// Some packets of each opcode, with random headers and payload.
    fn made(rng: &mut Rng) -> Seeds {
        let path = Path {
            qpn: 17,
            mac: [2, 0, 0, 0, 0, 2],
            peer_mac: [2, 0, 0, 0, 0, 1],
            vlan: None,
            own: mapped([10, 0, 0, 2]),
            peer: mapped([10, 0, 0, 1]),
            pkey: ferric_layout::wire::DEFAULT_PKEY,
        };
        let mut frames = Vec::new();
        for row in TABLE {
            for length in [0, 1, 7, 64, 255, 256] {
                let mut headers = vec![0; header_bytes(row.headers)];
                let mut payload = vec![0; if row.payload { length } else { 0 }];
                rng.fill(&mut headers);
                rng.fill(&mut payload);
                let base = path.bth(row.operation, rng.u32(..), payload.len());
                frames.push(path.packet(&base, &headers, &payload));
            }
        }
        Seeds {
            frames,
            recorded: false,
        }
    }

    /// Whether they are recordings.
    pub fn recorded(&self) -> bool {
        self.recorded
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.frames.len()
    }

    /// One of them, as it was.
    pub fn frame(&self, rng: &mut Rng) -> &[u8] {
        &self.frames[rng.usize(..self.frames.len())]
    }

    /// One of them as if it had been sent to this queue pair; with this PSN, if one is given.
    pub fn moved(&self, path: &Path, psn: Option<u32>, rng: &mut Rng) -> Vec<u8> {
        let frame = self.frame(rng);
        let Some(behind) = make::behind_udp(frame) else {
            return frame.to_vec();
        };
        let mut transport = behind.to_vec();
        transport[2..4].copy_from_slice(&path.pkey.to_be_bytes());
        transport[5..8].copy_from_slice(&make::three(path.qpn));
        if let Some(psn) = psn {
            transport[9..12].copy_from_slice(&make::three(psn));
        }
        path.frame(&transport)
    }
}
