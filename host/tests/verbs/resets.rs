//! Cards that are reset while everything is in use: the library begins anew, and what was before says that it is lost.
use crate::setup::{MAC, Setup, ids};
use ferric::bus::{Bar, Bus};
use ferric::driver::DriverError;
use ferric::verbs::*;
use ferric_layout::register;
use std::time::Duration;

const LATER: Option<Duration> = Some(Duration::from_secs(20));

fn lost<T>(result: Result<T, Error>) {
    let error = result.err().expect("the card was reset");
    assert!(error.is_lost(), "{error}");
}

struct Old {
    setup: Setup,
    qp: QueuePair,
    region: MemoryRegion,
}

impl Old {
    fn new() -> Self {
        let setup = Setup::new(16);
        let qp = setup.connected(&setup.builder());
        let region = setup.pd.allocate(8192, AccessFlags::LOCAL_WRITE).unwrap();
        qp.post_send(&[SendWr::send(1, &[]).signaled()]).unwrap();
        Old { setup, qp, region }
    }

    /// Each call that would have the card do something, and what is left to be polled.
    fn says_that_it_is_lost(&self) {
        let Setup {
            card,
            device,
            context,
            pd,
            channel,
            cq,
        } = &self.setup;
        let writes = card.state().writes;
        lost(device.check());
        lost(pd.allocate(64, AccessFlags::NONE));
        lost(context.create_cq(4, None));
        lost(context.create_comp_channel());
        lost(context.async_event(LATER));
        lost(pd.create_qp(cq, cq).prepare());
        lost(self.qp.state());
        lost(self.qp.modify(&QpAttributes {
            qp_state: Some(QpState::Error),
            ..QpAttributes::default()
        }));
        lost(cq.poll(&mut [WorkCompletion::default()]));
        lost(cq.req_notify(false));
        lost(cq.wait(None));
        lost(channel.wait(None));
        let sge = self.region.sge(..).unwrap();
        let error = self.qp.post_send(&[SendWr::send(7, &[sge])]).unwrap_err();
        assert_eq!(error.index, 0);
        lost(Err::<(), _>(error.into()));
        let error = self.qp.post_recv(&[RecvWr::new(8, &[])]).unwrap_err();
        lost(Err::<(), _>(error.into()));
        assert_eq!(card.state().writes, writes, "nothing reached the card");
    }
}

/// As many of everything as there can be, so that nothing of before is in the way.
fn works(device: &Device) {
    let context = device.context().unwrap();
    let pd = context.alloc_pd().unwrap();
    let channel = context.create_comp_channel().unwrap();
    let cq = context.create_cq(16, Some(&channel)).unwrap();
    let qp = pd.create_qp(&cq, &cq).prepare().unwrap();
    drop(qp);
    let region = pd.allocate(4096, AccessFlags::LOCAL_WRITE).unwrap();
    assert_eq!(region.deregister().unwrap().len(), 4096);
}

#[test]
fn device_reset_begins_anew_and_loses_what_was_before() {
    let old = Old::new();
    let card = old.setup.card.clone();
    let new = old.setup.device.reset().unwrap();
    assert!(card.state().qps.is_empty() && card.state().keys.is_empty());
    works(&new);
    old.says_that_it_is_lost();
    new.check().unwrap();
    works(&new);
}

#[test]
fn objects_of_an_earlier_life_are_dropped_without_a_word_to_the_card() {
    let old = Old::new();
    let card = old.setup.card.clone();
    let new = old.setup.device.reset().unwrap();
    let context = new.context().unwrap();
    // Numbers and doorbell pages are given out again.
    let cq = context.create_cq(16, None).unwrap();
    let pd = context.alloc_pd().unwrap();
    let prepared = pd.create_qp(&cq, &cq).prepare().unwrap();
    let before = card.state().writes;
    assert_eq!(old.region.deregister().unwrap().len(), 8192);
    drop(old.qp);
    drop(old.setup);
    assert_eq!(card.state().writes, before);
    assert_eq!(card.state().qps.len(), 1);
    drop(prepared);
    assert!(card.state().qps.is_empty());
    let control = card.read32(Bar::Registers, register::CONTROL.into());
    assert_eq!(control.unwrap(), 3, "still on");
}

#[test]
fn completions_that_came_before_the_reset_can_be_polled() {
    let old = Old::new();
    old.setup.card.complete(old.qp.number(), Default::default());
    let new = old.setup.device.reset().unwrap();
    assert_eq!(
        ids(&{
            let mut room = [WorkCompletion::default(); 1];
            old.setup.cq.poll(&mut room).unwrap().to_vec()
        }),
        [1]
    );
    lost(old.setup.cq.poll(&mut [WorkCompletion::default()]));
    works(&new);
}

#[test]
fn reset_by_somebody_else_is_found_out_when_asked_or_when_no_answer_comes() {
    let old = Old::new();
    old.setup.device.check().unwrap();
    old.setup.card.state().reset();
    lost(old.setup.device.check());
    old.says_that_it_is_lost();
    works(&old.setup.device.reset().unwrap());

    let old = Old::new();
    old.setup.card.state().reset();
    // A command to a card that has forgotten its admin queue.
    old.setup.card.state().deaf = true;
    lost(old.qp.state());
    old.setup.card.state().deaf = false;
    works(&old.setup.device.reset().unwrap());
}

#[test]
fn sleeper_wakes_up_when_the_card_is_reset() {
    let old = Old::new();
    std::thread::scope(|scope| {
        let sleepers = [
            scope.spawn(|| old.setup.cq.wait(None).map(|_| ())),
            scope.spawn(|| old.setup.context.async_event(None).map(|_| ())),
        ];
        old.setup.device.reset().unwrap();
        for sleeper in sleepers {
            lost(sleeper.join().unwrap());
        }
    });
}

#[test]
fn card_left_running_is_reset_before_it_is_used() {
    let old = Old::new();
    let card = old.setup.card.clone();
    // The program that had it has died: nothing was given back.
    std::mem::forget(old);
    works(&Device::open(card.clone(), MAC).unwrap());
    assert!(card.state().qps.is_empty());
}

#[test]
fn card_that_does_not_come_back_is_an_error() {
    let setup = Setup::new(4);
    setup.card.set_register(register::STATUS, 0);
    let error = setup.device.reset().err().expect("never ready");
    assert!(matches!(error, Error::Driver(DriverError::NotReady)));
    setup
        .card
        .set_register(register::STATUS, register::status::READY);
}
