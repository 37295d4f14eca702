//! Whether a receive completion is the one that is next.
use super::super::rule::{Fault, Rule};
use super::{Responder, Scene};
use crate::reference::Completion;
use ferric_layout::status::Status;

impl Responder {
    /// A receive completed.
    pub fn completed(&mut self, completion: &Completion, scene: &Scene<'_>) -> Result<(), Fault> {
        let fault = |rule, detail: String| Err(Fault::new(rule, None, detail));
        let Some(posted) = scene.receives.front() else {
            return fault(
                Rule::Completion,
                format!("receive {} is not posted", completion.id),
            );
        };
        if posted.id != completion.id {
            let detail = format!(
                "receive {} completes, {} is the oldest",
                completion.id, posted.id
            );
            return fault(Rule::Completion, detail);
        }
        let first = scene.receives.first();
        if completion.status == Status::Success {
            return self.received(completion, first);
        }
        let done = self
            .completions
            .front()
            .is_some_and(|done| done.number == first);
        let filling = self
            .message
            .is_some_and(|message| message.receive == Some(first))
            || self.failed && self.taken == first;
        let flushed = completion.status == Status::Flushed;
        let failing = self.failed || scene.failing;
        if done || !failing || !flushed && !filling {
            let detail = format!(
                "receive {} ended with {:?}",
                completion.id, completion.status
            );
            return fault(Rule::CompletionStatus, detail);
        }
        // What was being filled goes first; the rest is flushed.
        self.message = None;
        self.taken = self.taken.max(first + 1);
        Ok(())
    }

    fn received(&mut self, completion: &Completion, first: u64) -> Result<(), Fault> {
        let fault = |rule, detail: String| Err(Fault::new(rule, None, detail));
        let Some(done) = self.completions.front().filter(|done| done.number == first) else {
            let detail = format!("no message has filled receive {}", completion.id);
            return fault(Rule::CompletionEarly, detail);
        };
        if !self.writes.done(done.behind) {
            let detail = format!(
                "receive {} completes before its bytes are there",
                completion.id
            );
            return fault(Rule::CompletionEarly, detail);
        }
        let says = Completion {
            id: completion.id,
            status: Status::Success,
            opcode: done.opcode,
            length: done.length as u32,
            immediate: done.immediate,
            invalidated: done.invalidated,
        };
        if *completion != says {
            return fault(
                Rule::CompletionFields,
                format!("{completion:?} instead of {says:?}"),
            );
        }
        self.completions.pop_front();
        Ok(())
    }
}
