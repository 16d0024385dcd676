//! A protocol as a Rust type: stations pass a token round a ring and work only while they have it.
//!
//! `cargo run --example token_ring` checks it; with the argument `broken`, stations may work without the token; with
//! `reflect`, a generator is given that is no symmetry, which is noticed.

use quotient::own::{Own, StateSymmetry, StepId, Steps, Transitions};
use quotient::{Limits, Options, Progress, Watch, check};
use std::time::Duration;

/// One byte for each station, and one for who has the token.
struct TokenRing {
    stations: usize,
    broken: bool,
    reflect: bool,
}

const IDLE: u8 = 0;
const WORKING: u8 = 1;

impl TokenRing {
    fn token(&self, state: &[u8]) -> usize {
        usize::from(state[self.stations])
    }

    /// Moves station `i` to `places[i]`, and the token along.
    fn symmetry(&self, places: impl Fn(usize) -> usize) -> Option<StateSymmetry> {
        let names: Vec<u8> = (0..self.stations).map(|i| places(i) as u8).collect();
        let mut bytes: Vec<usize> = (0..self.stations).map(&places).collect();
        bytes.push(self.stations);
        StateSymmetry::new(&bytes)?.renaming(self.stations, &names)
    }
}

impl Transitions for TokenRing {
    fn initial(&self) -> Vec<Vec<u8>> {
        vec![vec![0; self.stations + 1]]
    }

    fn steps(&self, state: &[u8], out: &mut Steps<'_>) {
        for station in 0..self.stations {
            let actor = station as u16;
            let mut next = state.to_vec();
            let has_token = self.token(state) == station;
            match state[station] {
                IDLE if has_token || self.broken => {
                    next[station] = WORKING;
                    out.push(actor, 0, &next);
                }
                WORKING => {
                    next[station] = IDLE;
                    out.push(actor, 1, &next);
                }
                _ => {}
            }
            if has_token && state[station] == IDLE {
                let mut next = state.to_vec();
                next[self.stations] = ((station + 1) % self.stations) as u8;
                out.push(actor, 2, &next);
            }
        }
    }

    fn violation(&self, state: &[u8]) -> Option<String> {
        let working = state[..self.stations].iter().filter(|&&byte| byte == WORKING).count();
        (working > 1).then(|| "two stations work at once".into())
    }

    fn may_end(&self, _: &[u8]) -> bool {
        false
    }

    fn symmetries(&self) -> Vec<StateSymmetry> {
        let rotation = self.symmetry(|i| (i + 1) % self.stations);
        let reflection = self.symmetry(|i| self.stations - 1 - i).filter(|_| self.reflect);
        rotation.into_iter().chain(reflection).collect()
    }

    fn describe(&self, step: StepId) -> String {
        let what = ["begins to work", "has done its work", "passes the token"][usize::from(step.action)];
        format!("station {} {what}", step.actor)
    }

    fn values(&self, state: &[u8]) -> Vec<(String, String)> {
        let word = |byte: u8| if byte == WORKING { "working" } else { "idle" };
        let stations = (0..self.stations).map(|i| (format!("station {i}"), word(state[i]).to_owned()));
        stations.chain([("token".to_owned(), self.token(state).to_string())]).collect()
    }
}

fn main() {
    let asked = |word: &str| std::env::args().any(|argument| argument == word);
    let ring = TokenRing { stations: 8, broken: asked("broken"), reflect: asked("reflect") };
    let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::default() };
    let options = Options { limits, certify: asked("certify"), ..Options::default() };
    let mut show = |progress: &Progress| eprintln!("{} states", progress.states);
    let mut watch = Watch { progress: Some((Duration::from_secs(1), &mut show)), ..Watch::nobody() };
    match check(&Own::new(ring), &options, &mut watch) {
        Ok((outcome, _)) if asked("json") => println!("{}", report::outcome_json(&outcome)),
        Ok((outcome, _)) => print!("{}", report::outcome_text(&outcome, report::Page::default())),
        Err(why) => eprintln!("error: {why}"),
    }
}
