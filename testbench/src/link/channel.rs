//! One direction of the link: delay, and faults by seed, by script or by a test's own choice. Every decision is kept.

use fastrand::Rng;

use super::frame;

/// What happens to a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// It never arrives.
    Lose,
    /// It arrives twice.
    Duplicate,
    /// Frames sent up to this many picoseconds later overtake it.
    Reorder(u64),
    /// A bit flips, and the frame check sequence still fits: only the ICRC can tell. Counted over the whole frame.
    Flip(u32),
    /// It arrives with a wrong frame check sequence, which the MAC reports.
    BadCheck,
    /// Congestion is marked, if the sender can cope.
    Mark,
    /// It and all behind it come later by so many picoseconds.
    Delay(u64),
}

/// How often each fault strikes, in frames of a million, and how hard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Odds {
    /// [`Fault::Lose`].
    pub lose: u32,
    /// [`Fault::Duplicate`].
    pub duplicate: u32,
    /// [`Fault::Reorder`].
    pub reorder: u32,
    /// Picoseconds by which a reordered frame is late, at most.
    pub reorder_by: u64,
    /// [`Fault::Flip`].
    pub flip: u32,
    /// [`Fault::BadCheck`].
    pub bad_check: u32,
    /// [`Fault::Mark`].
    pub mark: u32,
    /// [`Fault::Delay`].
    pub delay: u32,
    /// Picoseconds of a delay, at most.
    pub delay_by: u64,
}

impl Odds {
    /// Nothing happens.
    pub const NONE: Odds = Odds {
        lose: 0,
        duplicate: 0,
        reorder: 0,
        reorder_by: 0,
        flip: 0,
        bad_check: 0,
        mark: 0,
        delay: 0,
        delay_by: 0,
    };
}

/// A test's own choice: the frame's index and bytes, to what happens to it.
pub type Chooser = Box<dyn FnMut(u64, &[u8]) -> Vec<Fault> + Send>;

/// A frame that arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// When its last byte is there, in picoseconds.
    pub at: u64,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its frame check sequence is wrong.
    pub bad: bool,
}

/// What was decided about a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Counted from 0.
    pub index: u64,
    /// When it was sent, in picoseconds.
    pub sent: u64,
    /// Its length.
    pub bytes: usize,
    /// What happened to it.
    pub faults: Vec<Fault>,
}

/// One direction.
pub struct Channel {
    delay: u64,
    odds: Odds,
    /// Which frames they are for.
    among: fn(&[u8]) -> bool,
    script: Vec<(u64, Fault)>,
    chooser: Option<Chooser>,
    rng: Rng,
    index: u64,
    latest: u64,
    log: Vec<Decision>,
}

impl Channel {
    /// A faultless channel of `delay` picoseconds.
    pub fn new(delay: u64, seed: u64) -> Self {
        Self {
            delay,
            odds: Odds::default(),
            among: |_| true,
            script: Vec::new(),
            chooser: None,
            rng: Rng::with_seed(seed),
            index: 0,
            latest: 0,
            log: Vec::new(),
        }
    }

    /// Lets faults strike at random.
    pub fn set_odds(&mut self, odds: Odds) {
        self.set_odds_among(odds, |_| true);
    }

    /// Lets faults strike at random among the frames that are chosen.
    pub fn set_odds_among(&mut self, odds: Odds, among: fn(&[u8]) -> bool) {
        (self.odds, self.among) = (odds, among);
    }

    /// Lets `fault` strike the frame with this index, counted from the first one ever sent.
    pub fn strike(&mut self, index: u64, fault: Fault) {
        self.script.push((index, fault));
    }

    /// Lets a test choose by looking at each frame.
    pub fn choose(&mut self, chooser: impl FnMut(u64, &[u8]) -> Vec<Fault> + Send + 'static) {
        self.chooser = Some(Box::new(chooser));
    }

    /// Picoseconds that a frame takes at least.
    pub fn delay(&self) -> u64 {
        self.delay
    }

    /// Frames sent so far.
    pub fn sent(&self) -> u64 {
        self.index
    }

    /// What was decided, frame by frame.
    pub fn log(&self) -> &[Decision] {
        &self.log
    }

    fn decide(&mut self, bytes: &[u8]) -> Vec<Fault> {
        let index = self.index;
        let mut faults: Vec<_> = self
            .script
            .iter()
            .filter(|(at, _)| *at == index)
            .map(|(_, fault)| *fault)
            .collect();
        if let Some(chooser) = &mut self.chooser {
            faults.extend(chooser(index, bytes));
        }
        if !(self.among)(bytes) {
            return faults;
        }
        let Odds {
            lose,
            duplicate,
            reorder,
            reorder_by,
            flip,
            bad_check,
            mark,
            delay,
            delay_by,
        } = self.odds;
        let rng = &mut self.rng;
        let mut strikes = |odds: u32| odds != 0 && rng.u32(0..1_000_000) < odds;
        let [lose, duplicate, reorder, flip, bad_check, mark, delay] =
            [lose, duplicate, reorder, flip, bad_check, mark, delay].map(&mut strikes);
        for (struck, fault) in [
            (lose, Fault::Lose),
            (duplicate, Fault::Duplicate),
            (bad_check, Fault::BadCheck),
            (mark, Fault::Mark),
        ] {
            faults.extend(struck.then_some(fault));
        }
        if reorder {
            faults.push(Fault::Reorder(self.rng.u64(0..=reorder_by)));
        }
        if flip {
            faults.push(Fault::Flip(self.rng.u32(0..8 * bytes.len() as u32)));
        }
        if delay {
            faults.push(Fault::Delay(self.rng.u64(0..=delay_by)));
        }
        faults
    }

    /// Carries a frame whose last byte left at `sent`; calls `arrive` for each copy that comes out.
    pub fn carry(
        &mut self,
        sent: u64,
        mut bytes: Vec<u8>,
        bad: bool,
        mut arrive: impl FnMut(Arrival),
    ) {
        let faults = self.decide(&bytes);
        let (mut bad, mut late, mut lost, mut twice) = (bad, 0, false, false);
        self.latest = self.latest.max(sent + self.delay);
        for fault in &faults {
            match *fault {
                Fault::Lose => lost = true,
                Fault::Duplicate => twice = true,
                Fault::Reorder(by) => late += by,
                Fault::Flip(bit) => {
                    if let Some(byte) = bytes.get_mut(bit as usize / 8) {
                        *byte ^= 1 << (bit % 8);
                    }
                }
                Fault::BadCheck => bad = true,
                Fault::Mark => {
                    frame::mark(&mut bytes);
                }
                Fault::Delay(by) => self.latest += by,
            }
        }
        let index = self.index;
        self.index += 1;
        self.log.push(Decision {
            index,
            sent,
            bytes: bytes.len(),
            faults,
        });
        if lost {
            return;
        }
        let at = self.latest + late;
        if twice {
            arrive(Arrival {
                at,
                bytes: bytes.clone(),
                bad,
            });
        }
        arrive(Arrival { at, bytes, bad });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn send(channel: &mut Channel, count: u64) -> Vec<Arrival> {
        let mut arrivals = Vec::new();
        for index in 0..count {
            channel.carry(index * 100, vec![index as u8; 64], false, |arrival| {
                arrivals.push(arrival)
            });
        }
        arrivals
    }

    #[test]
    fn faultless_channel_delays_and_keeps_order() {
        let arrivals = send(&mut Channel::new(1000, 1), 50);
        assert_eq!(arrivals.len(), 50);
        for (index, arrival) in arrivals.iter().enumerate() {
            assert_eq!(
                (arrival.at, arrival.bad),
                (1000 + 100 * index as u64, false)
            );
            assert_eq!(arrival.bytes, [index as u8; 64]);
        }
    }

    #[test]
    fn odds_among_some_frames_leave_the_others_alone() {
        let mut channel = Channel::new(0, 1);
        let lose = Odds {
            lose: 1_000_000,
            ..Odds::default()
        };
        channel.set_odds_among(lose, |frame| frame[0] % 3 == 0);
        let left = send(&mut channel, 9);
        let left: Vec<_> = left.iter().map(|arrival| arrival.bytes[0]).collect();
        assert_eq!(left, [1, 2, 4, 5, 7, 8]);
    }

    #[test]
    fn scripted_and_chosen_faults_strike_their_frames_alone() {
        let mut channel = Channel::new(0, 1);
        channel.strike(1, Fault::Lose);
        channel.strike(2, Fault::Duplicate);
        channel.strike(3, Fault::Flip(9));
        channel.strike(4, Fault::BadCheck);
        channel.choose(|_, bytes| {
            if bytes[0] == 5 {
                vec![Fault::Reorder(250)]
            } else {
                Vec::new()
            }
        });
        channel.strike(7, Fault::Delay(500));
        let arrivals = send(&mut channel, 9);
        let seen: Vec<_> = arrivals.iter().map(|a| (a.bytes[1], a.at, a.bad)).collect();
        assert_eq!(
            seen,
            [
                (0, 0, false),
                (2, 200, false),
                (2, 200, false),
                (1, 300, false),
                (4, 400, true),
                (5, 750, false),
                (6, 600, false),
                (7, 1200, false),
                (8, 1200, false),
            ]
        );
        let faults: Vec<_> = channel
            .log()
            .iter()
            .map(|decision| decision.faults.len())
            .collect();
        assert_eq!(faults, [0, 1, 1, 1, 1, 1, 0, 1, 0]);
    }

    #[test]
    fn random_faults_strike_as_often_as_told_and_repeat_by_seed() {
        let odds = Odds {
            lose: 100_000,
            duplicate: 50_000,
            reorder: 50_000,
            reorder_by: 1000,
            flip: 20_000,
            bad_check: 20_000,
            mark: 20_000,
            delay: 20_000,
            delay_by: 300,
        };
        let run = |seed| {
            let mut channel = Channel::new(10, seed);
            channel.set_odds(odds);
            let arrivals = send(&mut channel, 10_000);
            (arrivals, channel)
        };
        let (arrivals, channel) = run(7);
        assert_eq!(arrivals, run(7).0);
        assert_ne!(arrivals, run(8).0);
        let count = |wanted: &dyn Fn(&Fault) -> bool| {
            channel
                .log()
                .iter()
                .flat_map(|decision| &decision.faults)
                .filter(|fault| wanted(fault))
                .count()
        };
        let lost = count(&|fault| *fault == Fault::Lose);
        assert!((800..1200).contains(&lost), "{lost}");
        let reordered = count(&|fault| matches!(fault, Fault::Reorder(_)));
        assert!((350..650).contains(&reordered), "{reordered}");
    }
}
