//! `ferric card` and `ferric perftest`: cards in other processes, met over sockets of the operating system.
use ferric::verbs::MacAddress;
use ferric_testbench::ethernet::{Queue, Stack};
use ferric_testbench::link::socket::{Unix, Wire, wait};
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Looks at the wire, each as long as [`NAP`] at most.
const LOOKS: u32 = 3000;
const NAP: Duration = Duration::from_millis(100);

/// A stack of ours on the wire.
struct Other {
    stack: Stack<Queue>,
    wire: Unix,
}

impl Other {
    fn turn(&mut self) {
        while let Some(frame) = self.wire.receive().unwrap() {
            self.stack.frames().received.push_back(frame);
        }
        self.stack.poll();
        while let Some(frame) = self.stack.frames().to_send.pop_front() {
            self.wire.send(&frame).unwrap();
        }
        wait(&self.wire, NAP).unwrap();
    }

    /// Pings until it is answered.
    fn ping(&mut self, to: IpAddr) {
        for look in 0..LOOKS {
            if look % 50 == 0 {
                self.stack.ping(to, 1);
            }
            self.turn();
            if self.stack.pong() == Some((to, 1)) {
                return;
            }
        }
        panic!("{to} does not answer");
    }
}

/// Paths of sockets; short ones, as they have no more than 107 bytes.
fn sockets(names: [&str; 2]) -> [PathBuf; 2] {
    names.map(|name| {
        let name = format!("ferric-{name}-{}", std::process::id());
        std::env::temp_dir().join(name)
    })
}

#[test]
fn card_on_a_wire_answers_pings_tells_of_neighbours_and_ends_when_told() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("on-wire");
    std::fs::create_dir_all(&folder).unwrap();
    let [here, peer] = sockets(["test", "card"]);
    let pcap = folder.join("wire.pcap");
    let mac = MacAddress([2, 0, 0, 0, 0, 1]);
    let v4 = Ipv4Addr::new(10, 0, 0, 1);
    let mut other = Other {
        stack: Stack::new(Queue::default(), mac, v4, 1),
        wire: Unix::bind(&here, &peer).unwrap(),
    };
    let child = Command::new(env!("CARGO_BIN_EXE_ferric"))
        .args([
            "card",
            "--address",
            "10.0.0.2",
            "--ping",
            "10.0.0.1",
            "--on",
        ])
        .arg(format!("unix:{},{}", peer.display(), here.display()))
        .arg("--pcap")
        .arg(&pcap)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    other.ping("10.0.0.2".parse().unwrap());
    other.ping("fe80::aff:fe00:2".parse().unwrap());
    let kill = Command::new("kill").arg(child.id().to_string()).status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    for line in [
        "card 02:00:0a:00:00:02 with addresses 10.0.0.2 and fe80::aff:fe00:2 on unix:",
        "neighbour 10.0.0.1 is at 02:00:00:00:00:01",
        "answer of 10.0.0.1 to ping 1",
        "cycles of the card; it has counted",
    ] {
        assert!(text.contains(line), "`{line}` is missing in\n{text}");
    }
    assert!(std::fs::metadata(&pcap).unwrap().len() > 1000);
    assert!(!peer.exists(), "the socket is gone");
}

#[test]
fn perftest_of_two_cards_comes_to_its_end() {
    let [server, client] = sockets(["server", "client"]);
    let start = |test: &str, role: &[&str], here: &Path, peer: &Path, address: &str| -> Child {
        Command::new(env!("CARGO_BIN_EXE_ferric"))
            .args([
                "perftest",
                test,
                "--size",
                if test == "atomic-lat" { "8" } else { "3000" },
            ])
            .args(role)
            .args([
                "--on",
                &format!("unix:{},{}", here.display(), peer.display()),
            ])
            .args(["--address", address])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    for test in ["write-bw", "read-bw", "send-bw", "atomic-lat"] {
        let serves = start(test, &["--server"], &server, &client, "10.0.0.1");
        let calls = start(
            test,
            &["--client", "10.0.0.1"],
            &client,
            &server,
            "10.0.0.2",
        );
        for child in [calls, serves] {
            let output = child.wait_with_output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{test}: {text}");
            assert!(text.contains("20 messages of"), "{test}: {text}");
        }
    }
}
