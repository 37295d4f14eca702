//! One card as the other end of a program of perftest.
use super::card::Place;
use super::parse;
use crate::ethernet::{Node, accept, call};
use crate::perftest::{PORT, Plan, Role, Session, Test};
use anyhow::{Context as _, bail};
use ferric::verbs::Mtu;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// Longest time that a server waits for its client, and that anything takes after that.
const WAIT: Duration = Duration::from_secs(3600);
const PATIENCE: Duration = Duration::from_secs(300);

/// Which program to meet, and how.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
The card is simulated and slow, and the program's clock is real: give it a long transport timer. With the program as server, on 10.0.0.1:
    ib_write_bw -F -d rxe0 -x 1 -u 22 -m 1024 -s 4096 -n 20
    ferric perftest write-bw --client 10.0.0.1 --on unix:card.sock,vm.sock --address 10.0.0.2 --size 4096 --iterations 20
and as client:
    ferric perftest write-bw --server --on unix:card.sock,vm.sock --address 10.0.0.2 --size 4096 --iterations 20
    ib_write_bw -F -d rxe0 -x 1 -u 22 -m 1024 -s 4096 -n 20 10.0.0.2")]
#[command(group = clap::ArgGroup::new("role").required(true).args(["server", "client"]))]
pub struct Perftest {
    /// The program at the other end
    #[arg(value_enum)]
    test: Test,
    /// Wait for the program, as its server
    #[arg(long)]
    server: bool,
    /// Call the program at this address, as its client
    #[arg(long, value_name = "ADDRESS")]
    client: Option<IpAddr>,
    #[command(flatten)]
    place: Place,
    /// RoCE over IPv6, from the link-local address
    #[arg(long)]
    ipv6: bool,
    /// Bytes of a message, as the program has them [default: 65536, of an atomic 8]
    #[arg(long, value_parser = parse::size)]
    size: Option<usize>,
    /// Messages, as the program has them
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Payload of a full packet: 256, 512, 1024, 2048 or 4096; the smaller of both ends' counts
    #[arg(long, default_value = "1024", value_parser = parse::mtus)]
    mtu: parse::Mtus,
}

impl Perftest {
    /// Does it.
    pub fn run(self) -> anyhow::Result<()> {
        let [mtu] = <Vec<Mtu>>::from(self.mtu)[..] else {
            bail!("one path MTU, not several");
        };
        let plan = Plan {
            test: self.test,
            role: if self.server {
                Role::Server
            } else {
                Role::Client
            },
            size: self.size.unwrap_or(match self.test {
                Test::AtomicLat => 8,
                _ => 65536,
            }),
            iterations: self.iterations,
            mtu,
            patience: PATIENCE,
        };
        let Node {
            mut gateway,
            context,
            pd,
            ..
        } = self.place.put()?;
        let stream = match self.client {
            Some(server) => call(&mut gateway, SocketAddr::new(server, PORT), PATIENCE)?,
            None => {
                let stream = gateway.stack.listen(PORT).context("a TCP port")?;
                println!("waiting for {}", self.test.program());
                accept(&mut gateway, stream, WAIT)?;
                stream
            }
        };
        let here = gateway.stack.addresses()[usize::from(self.ipv6)];
        let mut session = Session::connect(&mut gateway, &context, &pd, plan, stream, here)?;
        session.run(&mut gateway)?;
        session.check()?;
        let outcome = session.part(&mut gateway)?;
        gateway.finish_capture()?;
        println!(
            "{} messages of {} bytes, {} in a packet",
            plan.iterations,
            plan.size,
            outcome.mtu.bytes()
        );
        if outcome.cycles > 0 {
            println!("{} cycles of the card", outcome.cycles);
        }
        if let Some(report) = outcome.report {
            println!(
                "the client reports {:.6} MiB/s and {:.6} million messages a second",
                report.average, report.messages
            );
        }
        Ok(())
    }
}
