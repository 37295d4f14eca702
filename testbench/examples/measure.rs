use ferric::verbs::Mtu;
use ferric_testbench::measure::*;
fn main() -> anyhow::Result<()> {
    for rtt in [0, 50, 250] {
        println!("rtt {rtt}: latency {:?}", latency(rtt));
        for qps in [1, 16] { println!("  64 B over {qps}: {:?}", small_writes(rtt, qps)); }
        for mtu in Mtu::ALL { println!("  long {mtu:?}: {:?}", long_writes(rtt, mtu)); }
    }
    Ok(())
}
