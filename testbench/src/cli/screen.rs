//! What is under way, on a terminal; elsewhere a line when something begins.
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// The terminal.
pub struct Screen(Kind);

#[derive(PartialEq)]
enum Kind {
    Terminal,
    Log,
    Silent,
}

/// Something under way; it disappears when dropped.
pub struct Task(Option<ProgressBar>);

impl Screen {
    /// Standard error.
    pub fn new() -> Self {
        Screen(match std::io::stderr().is_terminal() {
            true => Kind::Terminal,
            false => Kind::Log,
        })
    }

    /// Says nothing.
    pub fn silent() -> Self {
        Screen(Kind::Silent)
    }

    /// Something of unknown length.
    pub fn wait(&self, what: &str) -> Task {
        self.show(what, || {
            let bar = ProgressBar::new_spinner();
            bar.set_style(style("{spinner:.green} {msg} {elapsed:.dim}"));
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        })
    }

    /// Some bytes to move.
    pub fn bytes(&self, what: &str, bytes: u64) -> Task {
        self.show(what, || {
            let bar = ProgressBar::new(bytes);
            bar.set_style(style(
                "{spinner:.green} {msg} {bar:40.green/dim} {bytes}/{total_bytes} {elapsed:.dim}",
            ));
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        })
    }

    /// Some things to do.
    pub fn count(&self, what: &str, things: u64) -> Task {
        self.show(what, || {
            let bar = ProgressBar::new(things);
            bar.set_style(style(
                "{spinner:.green} {msg} {bar:40.green/dim} {pos}/{len} {elapsed:.dim}",
            ));
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        })
    }

    fn show(&self, what: &str, bar: impl FnOnce() -> ProgressBar) -> Task {
        if self.0 != Kind::Terminal {
            if self.0 == Kind::Log {
                eprintln!("ferric: {what}");
            }
            return Task(None);
        }
        let bar = bar();
        bar.set_message(what.to_owned());
        Task(Some(bar))
    }
}

impl Default for Screen {
    fn default() -> Self {
        Screen::new()
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .expect("the templates are ours")
        .progress_chars("━╸─")
}

impl Task {
    /// So much is done.
    pub fn done(&self, much: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(much);
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
