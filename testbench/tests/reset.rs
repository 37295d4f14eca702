//! Cards that are reset in the middle of everything.
use anyhow::Result;
use ferric::bus::Bus;
use ferric::verbs::*;
use ferric_testbench::link::wire::Side;
use ferric_testbench::pair::Pair;
use ferric_testbench::world::Settings;

#[test]
fn smoke() -> Result<()> {
    let mut pair = Pair::new(Settings::instant(1))?;
    let before = pair.world().host(Side::A).now();
    let new = pair.ends[0].device.reset()?;
    let after = pair.world().host(Side::A).now();
    println!("reset took {} cycles", after - before);
    assert!(pair.ends[0].device.check().unwrap_err().is_lost());
    new.check()?;
    let context = new.context()?;
    let pd = context.alloc_pd()?;
    pair.ends[0].device = new;
    pair.ends[0].context = context;
    pair.ends[0].pd = pd;
    for kind in 0..3 {
        let before = pair.world().host(Side::A).now();
        match kind {
            0 => {
                pair.ends[0].bus.set_bus_master(false)?;
                pair.run(20000);
                pair.ends[0].bus.set_bus_master(true)?;
            }
            1 => pair.ends[0].bus.function_reset()?,
            _ => pair.ends[0].bus.link_reset()?,
        }
        assert!(pair.ends[0].device.check().unwrap_err().is_lost());
        let new = pair.ends[0].device.reset()?;
        let after = pair.world().host(Side::A).now();
        println!("{kind} took {} cycles", after - before);
        new.check()?;
        pair.ends[0].device = new;
    }
    let _ = pair.ends[0].bus.now();
    Ok(())
}
