//! `ferric bench`: throughput and latency in clock cycles, beside the design's goals.
use crate::measure::{latency, long_writes, small_writes};
use ferric::verbs::Mtu;

/// DMA round trips, in cycles.
const ROUND_TRIPS: [u32; 3] = [0, 50, 250];

/// Prints the table.
pub fn run() -> anyhow::Result<()> {
    println!("Simulated cycles at 250 MHz, 100 Gb/s Ethernet; exact and repeatable.\n");
    println!(
        "Long WRITEs on one QP, payload bytes a cycle (share of what the line carries; goal 90 % at PMTU 4096)"
    );
    print!("{:>18}", "DMA round trip");
    Mtu::ALL
        .iter()
        .for_each(|mtu| print!("{:>18}", format!("PMTU {}", mtu.bytes())));
    println!();
    for round_trip in ROUND_TRIPS {
        print!("{round_trip:>18}");
        for mtu in Mtu::ALL {
            let stream = long_writes(round_trip, mtu)?;
            print!(
                "{:>18}",
                format!(
                    "{:.2} ({:.1} %)",
                    stream.bytes_per_cycle,
                    100.0 * stream.share
                )
            );
        }
        println!();
    }
    println!(
        "\n64-byte WRITEs, one completion in 16 signalled, cycles each (goal 16 over 16 QPs at 250)"
    );
    println!("{:>18}{:>18}{:>18}", "DMA round trip", "1 QP", "16 QPs");
    for round_trip in ROUND_TRIPS {
        let (one, many) = (small_writes(round_trip, 1)?, small_writes(round_trip, 16)?);
        println!("{round_trip:>18}{one:>18.2}{many:>18.2}");
    }
    println!(
        "\nOne 64-byte WRITE on an idle card, cycles (goal 48 + two round trips from doorbell to wire)"
    );
    println!(
        "{:>18}{:>26}{:>18}",
        "DMA round trip", "doorbell to first beat", "MAC to MAC"
    );
    for round_trip in ROUND_TRIPS {
        let latency = latency(round_trip)?;
        println!(
            "{round_trip:>18}{:>26}{:>18}",
            latency.doorbell_to_wire, latency.on_the_wire
        );
    }
    Ok(())
}
