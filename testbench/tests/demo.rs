//! The demonstration as `ferric demo` runs it: the file arrives at every PMTU by both operations, and every frame bears scrutiny.
use ferric::verbs::Mtu;
use ferric_testbench::cli::demo::{File, Plan, Slot, Summary};
use ferric_testbench::cli::screen::Screen;
use ferric_testbench::cli::transfer::Operation;
use ferric_testbench::cli::tshark;
use std::path::{Path, PathBuf};

/// A folder of this test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A test that fails leaves its captures.
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

fn plan(out: &Path, size: usize, mtus: &[Mtu]) -> Plan {
    Plan {
        file: File::Made(size),
        mtus: mtus.to_vec(),
        operations: vec![Operation::Write, Operation::Send],
        message: 1 << 20,
        out: out.into(),
        slot: Slot::Instant,
        trace: None,
    }
}

/// Every crossing is whole, and has at least the packets that the bytes need.
fn check(summary: &Summary, size: usize, mtus: &[Mtu]) {
    summary.verdict().unwrap();
    assert_eq!(summary.crossings.len(), 2 * mtus.len());
    assert!(summary.meeting > 0, "nothing was told through the rings");
    for crossing in &summary.crossings {
        let mtu = crossing.mtu.bytes();
        assert!(
            crossing.packets >= size.div_ceil(mtu) && crossing.answers >= 1,
            "{crossing:?}"
        );
    }
    let frames: usize = summary
        .crossings
        .iter()
        .map(|c| c.packets + c.answers)
        .sum();
    // Beside the crossings there is a small message and its acknowledge at each PMTU.
    assert_eq!(summary.frames, frames + 2 * mtus.len());
}

fn whole_file_at(mtu: Mtu) {
    const SIZE: usize = 16 << 20;
    let folder = Folder::new(&format!("whole-file-{}", mtu.bytes()));
    let summary = plan(&folder.0, SIZE, &[mtu])
        .run(&Screen::silent())
        .unwrap();
    check(&summary, SIZE, &[mtu]);
    let sent = std::fs::read(folder.0.join("file.bin")).unwrap();
    for operation in ["rdma-write", "send"] {
        let path = folder
            .0
            .join(format!("pmtu-{}/{operation}/file.bin", mtu.bytes()));
        assert!(
            std::fs::read(path).unwrap() == sent,
            "{operation}: the bytes differ"
        );
    }
}

#[test]
fn file_of_16_mebibytes_arrives_at_pmtu_256() {
    whole_file_at(Mtu::Mtu256);
}
#[test]
fn file_of_16_mebibytes_arrives_at_pmtu_512() {
    whole_file_at(Mtu::Mtu512);
}
#[test]
fn file_of_16_mebibytes_arrives_at_pmtu_1024() {
    whole_file_at(Mtu::Mtu1024);
}
#[test]
fn file_of_16_mebibytes_arrives_at_pmtu_2048() {
    whole_file_at(Mtu::Mtu2048);
}
#[test]
fn file_of_16_mebibytes_arrives_at_pmtu_4096() {
    whole_file_at(Mtu::Mtu4096);
}

#[test]
fn users_file_with_an_odd_length_arrives_and_tshark_finds_nothing_malformed() {
    let folder = Folder::new("odd-file");
    let bytes: Vec<u8> = (0..100_003_u32).map(|i| ((i * 7) >> 3) as u8).collect();
    let path = folder.0.join("some file");
    std::fs::write(&path, &bytes).unwrap();
    let mtus = [Mtu::Mtu256, Mtu::Mtu4096];
    let mut plan = plan(&folder.0, 0, &mtus);
    plan.file = File::Given(path);
    plan.message = 30_001;
    plan.slot = Slot::Gen3;
    let summary = plan.run(&Screen::silent()).unwrap();
    check(&summary, bytes.len(), &mtus);
    assert!(std::fs::read(folder.0.join("pmtu-256/send/some file")).unwrap() == bytes);
    let diagram = std::fs::read_to_string(folder.0.join("pmtu-4096/sequence.svg")).unwrap();
    assert!(
        diagram.contains("RDMA WRITE First") && diagram.contains("ACK"),
        "{diagram}"
    );
    match summary.opinion {
        Some(opinion) => assert_eq!((opinion.malformed, opinion.roce), (0, summary.frames)),
        None => eprintln!("skipped: no tshark to ask (make setup installs it)"),
    }
}

#[test]
fn broken_frame_in_a_capture_is_found_by_the_check_and_by_tshark() {
    let folder = Folder::new("broken-frame");
    let mtus = [Mtu::Mtu1024];
    let mut plan = plan(&folder.0, 2000, &mtus);
    plan.operations = vec![Operation::Send];
    plan.run(&Screen::silent()).unwrap();
    let stem = folder.0.join("pmtu-1024/frames");
    let [a, _, both] = ferric_testbench::cli::frames::files(&stem);
    // In front of the first frame stand the file's header of 24 bytes and the frame's of 16.
    let mut bytes = std::fs::read(&a).unwrap();
    bytes[40 + 80] ^= 1;
    std::fs::write(&a, &bytes).unwrap();
    let error = ferric_testbench::cli::frames::read_checked(&stem).unwrap_err();
    assert!(format!("{error:#}").contains("frame 1: ICRC"), "{error:#}");
    // Cuts the IP packet of the first frame short, so that it no longer holds its transport headers.
    let mut bytes = std::fs::read(&both).unwrap();
    let ip = 40 + 14;
    bytes[ip + 4..ip + 6].copy_from_slice(&14_u16.to_be_bytes());
    bytes[ip + 44..ip + 46].copy_from_slice(&14_u16.to_be_bytes());
    std::fs::write(&both, &bytes).unwrap();
    if let Some(opinion) = tshark::dissect(&both).unwrap() {
        assert_eq!(opinion.malformed, 1);
    }
}

#[test]
fn files_that_cannot_be_moved_are_refused_with_their_names() {
    let folder = Folder::new("refused");
    let refused = |file: PathBuf| {
        let mut plan = plan(&folder.0, 1, &[Mtu::Mtu1024]);
        plan.file = File::Given(file);
        format!("{:#}", plan.run(&Screen::silent()).unwrap_err())
    };
    let missing = refused(folder.0.join("missing"));
    assert!(
        missing.contains("missing") && missing.contains("No such file"),
        "{missing}"
    );
    let empty = folder.0.join("empty");
    std::fs::write(&empty, []).unwrap();
    assert!(refused(empty).ends_with("is empty: there is nothing to move"));
    assert!(refused(folder.0.clone()).ends_with("is no file"));
    let large = folder.0.join("large");
    std::fs::File::create(&large)
        .unwrap()
        .set_len(1 << 31)
        .unwrap();
    assert!(refused(large).contains("at most 128 MiB"));
}
