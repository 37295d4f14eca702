//! What a card says of itself.
use super::screen::Screen;
use crate::pair::Pair;
use crate::world::Settings;
use ferric_layout::counter::Counter;
use ferric_layout::register::{FEATURES, REGISTERS, pci};

/// Opens a simulated card and prints what it answers.
pub fn print() -> anyhow::Result<()> {
    let task = Screen::new()
        .wait("preparing a card; the first time, Verilator builds it, which takes a few minutes");
    let pair = Pair::new(Settings::instant(1))?;
    drop(task);
    let device = &pair.ends[0].device;
    let card = device.attributes()?;
    let (major, minor) = card.version;
    println!(
        "Ferric, layout {major}.{minor}, PCI {:04x}:{:04x}",
        pci::VENDOR,
        pci::DEVICE
    );
    println!("  MAC {}, GID {}", card.mac, device.gid());
    println!("\nFeatures");
    let fields = REGISTERS
        .iter()
        .filter(|register| register.offset == FEATURES)
        .flat_map(|register| register.fields);
    for field in fields {
        let has = if card.features >> field.low & 1 == 1 {
            "yes"
        } else {
            "no"
        };
        println!("  {:<24} {has:<4} {}", field.name, field.doc);
    }
    println!("\nLimits");
    for (name, value) in [
        ("contexts", u64::from(card.max_contexts)),
        ("protection domains", card.max_pd.into()),
        ("memory regions", card.max_mr.into()),
        ("page entries", card.max_pages.into()),
        ("completion queues", card.max_cq.into()),
        ("completion entries", card.max_cqe.into()),
        ("completion channels", card.max_comp_channels.into()),
        ("queue pairs", card.max_qp.into()),
        ("work requests a queue", card.max_qp_wr.into()),
        ("entries of a send", card.max_send_sge.into()),
        ("entries of a receive", card.max_recv_sge.into()),
        ("bytes inline", card.max_inline_data.into()),
        ("addresses of the port", card.gid_tbl_len.into()),
        ("bytes of a message", card.max_msg_sz.into()),
    ] {
        println!("  {name:<24} {value}");
    }
    println!("\nCounters");
    for counter in Counter::ALL {
        println!(
            "  {:<24} {:<6} {}",
            counter.name(),
            device.counter(*counter)?,
            counter.describe()
        );
    }
    Ok(())
}
