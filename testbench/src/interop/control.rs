//! The agent in the virtual machine, told what to do over UDP: "NUMBER WORD ARGUMENTS", and the answer "NUMBER TEXT".
use crate::ethernet::{Gateway, Port};
use anyhow::{Context as _, bail};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// The agent's port, and ours.
const PORT: u16 = 7000;
/// A command is told again after that time: datagrams get lost.
const AGAIN: Duration = Duration::from_secs(1);

/// The way to the agent.
pub struct Control {
    port: Port,
    agent: SocketAddr,
    number: u64,
}

impl Control {
    /// Commands for the agent of the machine with this address.
    pub fn new(gateway: &mut Gateway, guest: std::net::IpAddr) -> anyhow::Result<Self> {
        Ok(Control {
            port: gateway.stack.open(PORT).context("the control port")?,
            agent: SocketAddr::new(guest, PORT),
            number: 0,
        })
    }

    /// Has a command done that takes the agent at most `limit`, and lets the card run meanwhile.
    ///
    /// # Errors
    /// No answer, or the agent could not do it.
    pub fn command(
        &mut self,
        gateway: &mut Gateway,
        text: &str,
        limit: Duration,
    ) -> anyhow::Result<String> {
        self.number += 1;
        let datagram = format!("{} {text}", self.number);
        let start = Instant::now();
        let mut told: Option<Instant> = None;
        while start.elapsed() < limit {
            if told.is_none_or(|told| told.elapsed() > AGAIN) {
                gateway
                    .stack
                    .send(self.port, self.agent, datagram.as_bytes());
                told = Some(Instant::now());
            }
            gateway.turn()?;
            while let Some((bytes, from)) = gateway.stack.receive(self.port) {
                let answer = String::from_utf8_lossy(&bytes).into_owned();
                match answer.split_once(' ') {
                    Some((number, answer))
                        if from == self.agent && number == self.number.to_string() =>
                    {
                        if answer.starts_with("error") {
                            bail!("Linux, told to `{text}`: {answer}");
                        }
                        return Ok(answer.to_owned());
                    }
                    _ => {}
                }
            }
        }
        bail!("Linux does not answer to `{text}`")
    }
}
