//! What perftest's programs tell each other over TCP, and in which order.
//!
//! Every step is an exchange of two messages of one length: the client speaks first, the server answers. The steps are: versions; two settings
//! of buffers; the path MTU; the numbers of the queue pair, three times, the last two only to show that one has come so far, and a fourth time
//! for SENDs and atomics. After the requests, WRITEs and READs have the numbers again and the reports, number by number, of which the client's
//! counts. The numbers once more, and then a word of each, are the end.
use crate::ethernet::{Gateway, Stream};
use anyhow::{Context as _, ensure};
use ferric::verbs::{Gid, Mtu};
use std::time::{Duration, Instant};

/// The port that a server listens at.
pub const PORT: u16 = 18515;
/// What we say we are: the version of perftest whose exchange this is, Debian 12's.
const VERSION: &str = "6.06";
/// Versions whose steps are these.
const VERSIONS: std::ops::Range<f64> = 5.70..6.10;
/// Bytes of the messages: text with a zero behind it.
const VERSION_TEXT: usize = 16;
const MTU_TEXT: usize = 2;
const KEYS_TEXT: usize = 108;
const DONE: &[u8] = b"done\0";
/// Longest time that the last word is given to arrive.
const LINGER: Duration = Duration::from_secs(1);
/// Fields of the queue pair's numbers, without the GID's bytes and the number of a shared receive queue, which nobody has.
const FIELDS: usize = 6;
const GID_BYTES: usize = 16;
/// Buffers begin with a page, and messages in them where a cache line does.
pub const PAGE: u32 = 4096;
pub const LINE: u32 = 64;

/// Who speaks first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The one who asks, and speaks first.
    Client,
    /// The one who waits.
    Server,
}

/// The numbers of a queue pair and of the memory that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// READs and atomics that it takes at a time.
    pub reads: u32,
    pub qpn: u32,
    pub psn: u32,
    pub rkey: u32,
    /// Where the peer may write and read, and where messages are received.
    pub address: u64,
    pub gid: Gid,
}

impl Keys {
    /// As the message is. There is no LID in an Ethernet.
    pub fn to_text(self) -> [u8; KEYS_TEXT] {
        let Keys {
            reads,
            qpn,
            psn,
            rkey,
            address,
            gid,
        } = self;
        let mut text = format!("0000:{reads:04x}:{qpn:06x}:{psn:06x}:{rkey:08x}:{address:016x}:");
        for byte in gid.0 {
            text += &format!("{byte:02x}:");
        }
        text += "00000000:";
        let mut message = [0; KEYS_TEXT];
        message[..text.len()].copy_from_slice(text.as_bytes());
        message
    }

    /// Reads a message.
    ///
    /// # Errors
    /// Something in it is missing, or no number of that size.
    pub fn from_text(message: &[u8]) -> anyhow::Result<Self> {
        let text = text(message)?;
        let fields: Vec<_> = text.split(':').collect();
        ensure!(
            fields.len() > FIELDS + GID_BYTES,
            "{} fields are not a queue pair's numbers: {text:?}",
            fields.len()
        );
        let number = |index: usize, limit: u64| {
            let field = fields[index];
            // What the library takes beside digits, no program writes.
            let digits = field.bytes().all(|digit| digit.is_ascii_hexdigit());
            let value = u64::from_str_radix(field, 16).ok().filter(|_| digits);
            value
                .filter(|value| *value <= limit)
                .with_context(|| format!("{field:?} is not what field {index} can be: {text:?}"))
        };
        const BITS_24: u64 = (1 << 24) - 1;
        const BITS_32: u64 = u32::MAX as u64;
        let mut gid = [0; GID_BYTES];
        for (index, byte) in gid.iter_mut().enumerate() {
            *byte = u8::try_from(number(FIELDS + index, 0xff)?)?;
        }
        Ok(Keys {
            reads: u32::try_from(number(1, BITS_32)?)?,
            qpn: u32::try_from(number(2, BITS_24)?)?,
            psn: u32::try_from(number(3, BITS_24)?)?,
            rkey: u32::try_from(number(4, BITS_32)?)?,
            address: number(5, u64::MAX)?,
            gid: Gid(gid),
        })
    }
}

/// What a test of bandwidth has measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Bytes of a message, and messages.
    pub size: u64,
    pub iterations: u64,
    /// Rates, in units of the program's choice: bytes at best and on average, and messages.
    pub peak: f64,
    pub average: f64,
    pub messages: f64,
}

impl Report {
    fn to_numbers(self) -> [u64; 5] {
        let rates = [self.peak, self.average, self.messages].map(f64::to_bits);
        [self.size, self.iterations, rates[0], rates[1], rates[2]]
    }

    fn from_numbers(numbers: [u64; 5]) -> Self {
        let [size, iterations, rates @ ..] = numbers;
        let [peak, average, messages] = rates.map(f64::from_bits);
        Report {
            size,
            iterations,
            peak,
            average,
            messages,
        }
    }
}

/// Text up to its zero.
fn text(message: &[u8]) -> anyhow::Result<&str> {
    let end = message.iter().position(|byte| *byte == 0);
    let text = &message[..end.unwrap_or(message.len())];
    std::str::from_utf8(text)
        .ok()
        .filter(|text| text.is_ascii())
        .with_context(|| format!("not text: {:?}", String::from_utf8_lossy(message)))
}

/// Whether the steps of that version are known.
fn check_version(message: &[u8]) -> anyhow::Result<()> {
    let version = text(message)?;
    ensure!(
        version
            .parse()
            .is_ok_and(|version: f64| VERSIONS.contains(&version)),
        "the peer is perftest {version:?}; the exchange is known from {:.2} to below {:.2}",
        VERSIONS.start,
        VERSIONS.end
    );
    Ok(())
}

fn mtu(message: &[u8]) -> anyhow::Result<Mtu> {
    let text = text(message)?;
    let code = text.parse().ok().and_then(Mtu::from_code);
    code.with_context(|| format!("{text:?} is no path MTU's number"))
}

/// An exchange that goes on.
#[derive(Debug)]
pub struct Exchange {
    stream: Stream,
    role: Role,
    patience: Duration,
}

impl Exchange {
    /// Over a connection, in a role, with a peer that may take so long for each step.
    pub fn new(stream: Stream, role: Role, patience: Duration) -> Self {
        Exchange {
            stream,
            role,
            patience,
        }
    }

    /// The next message of the peer.
    pub fn hear(&self, gateway: &mut Gateway, length: usize) -> anyhow::Result<Vec<u8>> {
        let start = Instant::now();
        loop {
            if let Some(bytes) = gateway.stack.read(self.stream, length) {
                return Ok(bytes);
            }
            ensure!(
                gateway.stack.hears(self.stream),
                "the peer has closed the connection"
            );
            ensure!(start.elapsed() < self.patience, "the peer is silent");
            gateway.turn()?;
        }
    }

    /// A message to the peer.
    pub fn say(&self, gateway: &mut Gateway, message: &[u8]) -> anyhow::Result<()> {
        let start = Instant::now();
        while !gateway.stack.write(self.stream, message) {
            ensure!(
                gateway.stack.is_alive(self.stream) && start.elapsed() < self.patience,
                "the peer does not listen"
            );
            gateway.turn()?;
        }
        Ok(())
    }

    /// A step.
    fn swap(&self, gateway: &mut Gateway, message: &[u8]) -> anyhow::Result<Vec<u8>> {
        if self.role == Role::Client {
            self.say(gateway, message)?;
        }
        let heard = self.hear(gateway, message.len())?;
        if self.role == Role::Server {
            self.say(gateway, message)?;
        }
        Ok(heard)
    }

    /// All before the queue pairs' numbers; the path MTU that both can have.
    pub fn greet(&self, gateway: &mut Gateway, ours: Mtu) -> anyhow::Result<Mtu> {
        let mut version = [0; VERSION_TEXT];
        version[..VERSION.len()].copy_from_slice(VERSION.as_bytes());
        let theirs = self.swap(gateway, &version).context("versions")?;
        check_version(&theirs)?;
        // The larger of both counts, and none is smaller than ours.
        for (setting, most) in [(PAGE, PAGE), (LINE, LINE)] {
            let theirs = self.swap(gateway, &setting.to_be_bytes())?;
            let theirs = u32::from_be_bytes(theirs[..].try_into()?);
            ensure!(
                theirs <= most,
                "the peer's buffers are in steps of {theirs}"
            );
        }
        let mut message = [0; MTU_TEXT];
        message[0] = b'0' + ours as u8;
        let theirs = mtu(&self.swap(gateway, &message).context("path MTUs")?)?;
        Ok(std::cmp::min_by_key(ours, theirs, |mtu| mtu.bytes()))
    }

    /// The queue pairs' numbers.
    pub fn keys(&self, gateway: &mut Gateway, ours: Keys) -> anyhow::Result<Keys> {
        let theirs = self.swap(gateway, &ours.to_text());
        Keys::from_text(&theirs.context("numbers of the queue pairs")?)
    }

    /// As a server: the client's numbers, which are not answered yet.
    pub fn awaits(&self, gateway: &mut Gateway) -> anyhow::Result<Keys> {
        Keys::from_text(&self.hear(gateway, KEYS_TEXT)?)
    }

    /// As a server: the answer to these.
    pub fn answers(&self, gateway: &mut Gateway, ours: Keys) -> anyhow::Result<()> {
        self.say(gateway, &ours.to_text())
    }

    /// What was measured; the client's counts.
    pub fn reports(&self, gateway: &mut Gateway, ours: Report) -> anyhow::Result<Report> {
        let mut numbers = ours.to_numbers();
        for number in &mut numbers {
            let theirs = self
                .swap(gateway, &number.to_be_bytes())
                .context("reports")?;
            *number = u64::from_be_bytes(theirs[..].try_into()?);
        }
        Ok(Report::from_numbers(numbers))
    }

    /// Says goodbye and hears it, which shows that the peer has what was said before, and ends the connection.
    pub fn close(self, gateway: &mut Gateway) -> anyhow::Result<()> {
        self.say(gateway, DONE)?;
        let heard = self.hear(gateway, DONE.len())?;
        ensure!(heard == DONE, "{heard:?} instead of an end");
        // Ours has to arrive as well; but the peer may be gone already.
        let start = Instant::now();
        while gateway.stack.is_alive(self.stream)
            && !gateway.stack.is_heard(self.stream)
            && start.elapsed() < LINGER
        {
            gateway.turn()?;
        }
        gateway.stack.close(self.stream);
        Ok(())
    }

    /// Ends the connection, whatever the peer does.
    pub fn abandon(&self, gateway: &mut Gateway) {
        gateway.stack.close(self.stream);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `ib_write_bw` of Debian 12 said it, with its GID of IPv4.
    const KEYS: &[u8; KEYS_TEXT] = b"0000:0001:000012:96fda8:00000461:000055d9f198c000:00:00:00:00:00:00:00:00:00:00:ff:ff:0a:00:00:01:00000000:\0";
    /// What its client said of 20 messages of 2 bytes.
    const REPORT: [u64; 5] = [
        2,
        20,
        0x3f41_8f08_c764_3a37,
        0x3f41_8f08_b777_2395,
        0x3f32_6962_83ca_141c,
    ];
    const TOLD: &[u8] = b"6.06\0\0\0\0\0\0\0\0\0\0\0\0";

    fn with(replaced: &str, by: &str) -> Vec<u8> {
        let text = String::from_utf8(KEYS.to_vec()).unwrap();
        assert!(text.contains(replaced));
        text.replacen(replaced, by, 1).into_bytes()
    }

    #[test]
    fn numbers_are_read_as_the_program_writes_them_and_written_alike() {
        let keys = Keys::from_text(KEYS).unwrap();
        assert_eq!(
            keys,
            Keys {
                reads: 1,
                qpn: 0x12,
                psn: 0x96_fda8,
                rkey: 0x461,
                address: 0x55d9_f198_c000,
                gid: std::net::Ipv4Addr::new(10, 0, 0, 1).into(),
            }
        );
        assert_eq!(&keys.to_text(), KEYS);
        let most = Keys {
            reads: 0xffff,
            qpn: 0xff_ffff,
            psn: 0xff_ffff,
            rkey: u32::MAX,
            address: u64::MAX,
            gid: Gid([0xff; 16]),
        };
        assert_eq!(Keys::from_text(&most.to_text()).unwrap(), most);
    }

    #[test]
    fn numbers_that_are_none_are_refused_with_the_place() {
        for (message, says) in [
            (KEYS[..60].to_vec(), "10 fields"),
            (Vec::new(), "1 fields"),
            (vec![0; KEYS_TEXT], "1 fields"),
            (vec![0xff; KEYS_TEXT], "not text"),
            (with("0461", "046g"), "field 4"),
            (with("96fda8", "+6fda8"), "field 3"),
            (with("000012", "1000012"), "field 2"),
            (with("00000461", "100000461"), "field 4"),
            (with(":0a:", ":10a:"), "field 18"),
            (with(":0a:", "::"), "field 18"),
            (with("000055d9", "1234567890000055d9"), "field 5"),
        ] {
            let error = Keys::from_text(&message).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn other_versions_are_refused_and_named() {
        check_version(TOLD).unwrap();
        for told in ["5.33", "6.20", "nan", "six", "", "-6.06"] {
            let error = check_version(told.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(&format!("{told:?}")), "{error}");
        }
        assert!(check_version(&[0x80; VERSION_TEXT]).is_err());
    }

    #[test]
    fn path_mtus_are_numbers_from_1_to_5() {
        assert_eq!(mtu(b"3\0").unwrap(), Mtu::Mtu1024);
        for told in [b"0\0", b"6\0", b"\0\0", b"x\0", b"99", b"-1"] {
            assert!(mtu(told).is_err(), "{told:?}");
        }
    }

    #[test]
    fn report_is_the_programs() {
        let report = Report::from_numbers(REPORT);
        assert_eq!((report.size, report.iterations), (2, 20));
        assert!((report.average - 0.000_536).abs() < 1e-6, "{report:?}");
        assert_eq!(report.to_numbers(), REPORT);
    }
}
