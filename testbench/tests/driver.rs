//! The driver opens a simulated card: registers over PCIe, the admin queue in host memory.
use ferric::bus::Bus;
use ferric::driver::Card;
use ferric_layout::admin::{CreateRing, Header, opcode};
use ferric_layout::counter::Counter;
use ferric_testbench::bus::SimBus;
use ferric_testbench::link::wire::Side;
use ferric_testbench::verilated_card::VerilatedCard;
use ferric_testbench::world::{Settings, World};
use ferric_verilated::Options;
use std::sync::{Arc, Mutex};

fn world(settings: Settings) -> Arc<Mutex<World>> {
    let card = || Box::new(VerilatedCard::build(Options::default()).unwrap()) as Box<_>;
    Arc::new(Mutex::new(World::new(settings, [card(), card()])))
}

#[test]
fn driver_opens_a_card_and_creates_an_event_queue() {
    let world = world(Settings::instant(1));
    let bus: Arc<dyn Bus> = SimBus::new(&world, Side::A, 32).unwrap();
    let card = Card::open(bus, [2, 0, 0, 0, 0, 1], Arc::default()).unwrap();
    let header = |opcode| Header {
        opcode,
        number: 5.into(),
        ..Default::default()
    };
    let ring = CreateRing {
        header: header(opcode::CREATE_EQ),
        log2: 4,
        ring: 0x10_0000.into(),
        ..Default::default()
    };
    // A counter lags by up to 64 cycles.
    let count = |counter| {
        (0..4).for_each(|_| card.bus().pause());
        card.registers().counter(counter).unwrap()
    };
    let (done, refused) = (count(Counter::AdminCommands), count(Counter::AdminRefused));
    card.execute(&ring).unwrap();
    assert!(card.execute(&ring).is_err(), "it exists");
    assert_eq!(count(Counter::AdminCommands), done + 1);
    assert_eq!(count(Counter::AdminRefused), refused + 1);
}
