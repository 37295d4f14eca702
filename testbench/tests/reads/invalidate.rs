//! SEND with invalidate: the receiver's key is gone when its completion is there, and the receiver is told.
use crate::rig::{GUARD, Rig, bytes, open};
use ferric::verbs::{AccessFlags, RecvWr, SendWr, WcFlags, WcOpcode, WcStatus};
use ferric_testbench::link::wire::Side;

#[test]
fn send_with_invalidate_ends_the_key_before_the_receive_completes() {
    let rig = Rig::new(110, 1, 4096, |builder| builder);
    let access = open() | AccessFlags::REMOTE_INVALIDATE;
    let ended = rig.pair.ends[1].pd.register(vec![3; 512], access).unwrap();
    let kept = rig.pair.ends[1].pd.register(vec![4; 512], open()).unwrap();
    let sges = [rig.private[0].sge(0..256).unwrap()];
    let read = |id| SendWr::read(id, &sges, ended.addr(), ended.rkey()).signaled();
    assert!(rig.one(read(1)).is_success(), "the key is good before");
    assert!(bytes(&rig.private[0], 0, 256) == [3; 256]);
    rig.private[0].write(0, &[GUARD; 256]).unwrap();

    let room = [rig.memory[1].sge(0..256).unwrap()];
    let receive = RecvWr::new(9, &room);
    rig.qp(0, Side::B).post_recv(&[receive; 3]).unwrap();
    let key = ended.rkey();
    let payload = [rig.private[0].sge(1000..1256).unwrap()];
    // A key that is none leaves a plain completion, and so does one that was not made for it.
    for (given, invalidated) in [(key, Some(key)), (key ^ 1, None), (kept.rkey(), None)] {
        let send = SendWr::send(2, &payload).with_invalidate(given);
        assert!(rig.one(send).is_success());
        let taken = rig.completions(0, Side::B, 1)[0];
        assert!(taken.is_success(), "{taken:?}");
        assert_eq!((taken.opcode, taken.byte_len), (WcOpcode::Recv, 256));
        assert_eq!(taken.invalidated_rkey, invalidated);
        assert_eq!(
            taken.flags.contains(WcFlags::WITH_INV),
            invalidated.is_some()
        );
        assert_eq!(taken.imm_data, None);
    }
    let read_kept = SendWr::read(3, &sges, kept.addr(), kept.rkey());
    assert!(
        rig.one(read_kept).is_success(),
        "this key is good as before"
    );
    assert!(bytes(&rig.private[0], 0, 256) == [4; 256]);
    rig.private[0].write(0, &[GUARD; 256]).unwrap();
    let done = rig.one(read(4));
    assert_eq!(done.status, WcStatus::RemoteAccess);
    assert!(bytes(&rig.private[0], 0, 256) == [GUARD; 256]);
    // The region can be taken back all the same.
    assert!(ended.deregister().is_some());
}
