//! A conversation about a run: what is possible is listed, a line is read, and so on until the end.

use std::io::{BufRead, IsTerminal};
use std::time::{Duration, Instant};

use quotient::{NoValue, Reached, Walk, reach, steps_through};

use super::breakpoint::Breakpoint;
use super::command::{Command, HELP};
use super::run::Run;
use super::{Xorshift, print};

/// Steps that are taken by themselves in a row before somebody is asked whether to go on.
const MOST_AUTOMATIC: usize = 1_000;
/// States among which `find` looks.
const MOST_SEARCHED: usize = 200_000;
/// How long it looks: who waits for an answer has no other way to go on.
const LONGEST_SEARCH: Duration = Duration::from_secs(30);

/// A conversation.
pub struct Session<'m> {
    pub run: Run<'m>,
    pub breakpoints: Vec<Breakpoint>,
    pub random: Xorshift,
    /// Single choices are taken by themselves.
    is_automatic: bool,
}

/// What a command leaves to be done.
enum After {
    /// Go on, and take what is the only step by itself.
    Advance,
    /// Ask again.
    Ask,
    /// The run has moved: show what is possible.
    Show,
    /// End.
    End,
}

impl<'m> Session<'m> {
    /// A conversation about a run.
    pub fn new(run: Run<'m>, breakpoints: Vec<Breakpoint>, seed: u64) -> Session<'m> {
        Session { run, breakpoints, random: Xorshift(seed.max(1)), is_automatic: true }
    }

    /// Talks until the input ends or somebody says so.
    pub fn converse(&mut self) {
        let is_terminal = std::io::stdin().is_terminal();
        self.advance();
        self.show();
        let mut line = String::new();
        loop {
            if is_terminal {
                say!("> ");
                let _ = std::io::Write::flush(&mut std::io::stdout());
            }
            line.clear();
            match std::io::stdin().lock().read_line(&mut line) {
                Ok(read) if read > 0 => {}
                _ => return,
            }
            let after = match Command::parse(&line) {
                Ok(command) => self.obey(command),
                Err(why) => refuse(&why),
            };
            match after {
                After::Advance => {
                    self.advance();
                    self.show();
                }
                After::Show => self.show(),
                After::Ask => {}
                After::End => return,
            }
        }
    }

    fn obey(&mut self, command: Command) -> After {
        match command {
            Command::Next => self.next(),
            Command::Choose(number) => match self.run.possible().len() {
                0 => refuse("nothing is possible here; `u` takes the last choice back"),
                most if !(1..=most).contains(&number) => refuse(&format!("a number from 1 to {most}")),
                _ => self.moved(number - 1),
            },
            Command::Undo(times) => self.undo(times),
            Command::Continue(steps) => {
                self.go_on(steps.unwrap_or(MOST_AUTOMATIC));
                After::Show
            }
            Command::Automatic(is_automatic) => {
                self.is_automatic = is_automatic;
                After::Ask
            }
            Command::Find(condition) => self.find(&condition),
            Command::Break(Some(text)) => {
                match Breakpoint::parse(&text, &mut self.run) {
                    Ok(breakpoint) => {
                        self.breakpoints.push(breakpoint);
                        self.list_breakpoints();
                    }
                    Err(why) => return refuse(&why),
                }
                After::Ask
            }
            Command::Delete(number) => match number.checked_sub(1).filter(|n| *n < self.breakpoints.len()) {
                Some(index) => {
                    self.breakpoints.remove(index);
                    self.list_breakpoints();
                    After::Ask
                }
                None => refuse(&format!("there is no breakpoint {number}")),
            },
            Command::Quit => After::End,
            shown => self.tell(shown),
        }
    }

    /// Commands that only show something.
    fn tell(&mut self, command: Command) -> After {
        match command {
            Command::State => print::state(&mut self.run),
            Command::Where => print::standing(&mut self.run),
            Command::Trace => {
                let names = self.run.channel_names();
                print::trace(self.run.taken(), &names);
            }
            Command::Evaluate(text) => self.evaluate(&text),
            Command::Break(None) => self.list_breakpoints(),
            _ => sayln!("{HELP}"),
        }
        After::Ask
    }

    /// The step that is clear without a number.
    fn next(&mut self) -> After {
        match (self.run.guided(), self.run.possible().len()) {
            (Some(number), _) => self.moved(number),
            (None, 1) => self.moved(0),
            (None, 0) => refuse("nothing is possible here; `u` takes the last choice back"),
            (None, most) => {
                refuse(&format!("which one? a number from 1 to {most}, or `c` to go on at random"))
            }
        }
    }

    /// Takes a step that was chosen.
    fn moved(&mut self, number: usize) -> After {
        if self.take(number, false) { After::Show } else { After::Advance }
    }

    fn undo(&mut self, times: usize) -> After {
        let taken_back: usize = (0..times).map(|_| self.run.undo()).sum();
        match taken_back {
            0 => return refuse("this is the beginning"),
            1 => sayln!("  one step taken back"),
            n => sayln!("  {n} steps taken back"),
        }
        After::Show
    }

    /// Takes a step and shows it; whether something stops the run there.
    pub fn take(&mut self, number: usize, is_automatic: bool) -> bool {
        self.run.take(number, is_automatic);
        let names = self.run.channel_names();
        let taken = self.run.taken();
        if let Some(last) = taken.last() {
            print::step(taken.len(), &last.step, &names);
        }
        let mut stops = self.run.wrong().is_some();
        for number in 0..self.breakpoints.len() {
            let breakpoint = self.breakpoints[number].clone();
            if breakpoint.is_met(&mut self.run) {
                sayln!("stopped at breakpoint {}: {breakpoint}", number + 1);
                stops = true;
            }
        }
        stops
    }

    /// Takes steps as long as there is no choice.
    fn advance(&mut self) {
        let is_led = self.run.guided().is_some();
        for _ in 0..MOST_AUTOMATIC {
            if !self.is_automatic || is_led || self.run.possible().len() != 1 || self.run.wrong().is_some() {
                return;
            }
            if self.take(0, true) {
                return;
            }
        }
        sayln!("{MOST_AUTOMATIC} steps without a choice; Enter goes on");
    }

    /// Goes on along the guide, or at random; the number of steps.
    pub fn go_on(&mut self, most: usize) -> usize {
        for number in 0..most {
            let count = self.run.possible().len();
            if count == 0 || self.run.wrong().is_some() && number > 0 {
                return number;
            }
            let led = self.run.guided();
            let chosen = led.unwrap_or_else(|| (self.random.next() % count as u64) as usize);
            if self.take(chosen, false) {
                return number + 1;
            }
            // Who follows a run wants to see where it ends.
            if led.is_some() && self.run.guide().is_some_and(|(all, done)| all == done) {
                return number + 1;
            }
        }
        most
    }

    fn show(&mut self) {
        if let Some((all, done)) = self.run.guide() {
            let led = self.run.guided().is_some() || all == done;
            let told = if led { "" } else { ", which this run has left; `u` goes back" };
            sayln!("  {} of {all} steps of what is followed{told}", done.min(all));
        }
        if let Some(wrong) = self.run.wrong() {
            sayln!("  {wrong}");
        } else if self.run.possible().is_empty() {
            sayln!("  the end: nothing more happens");
        }
        print::choices(&mut self.run);
    }

    fn list_breakpoints(&self) {
        if self.breakpoints.is_empty() {
            sayln!("  no breakpoints");
        }
        for (i, breakpoint) in self.breakpoints.iter().enumerate() {
            sayln!("  breakpoint {}: {breakpoint}", i + 1);
        }
    }

    fn evaluate(&mut self, text: &str) {
        let Some(state) = self.run.shown().map(<[u8]>::to_vec) else {
            sayln!("  the run has not begun: there are no values yet");
            return;
        };
        match self.run.walk().evaluate(&state, text) {
            Ok(value) => sayln!("  {}", value.text),
            Err(why) => sayln!("  {why}"),
        }
    }

    /// Looks for a state and leads there.
    fn find(&mut self, condition: &str) -> After {
        let Some(state) = self.run.state().map(<[u8]>::to_vec) else {
            return refuse(match self.run.taken() {
                [] => "the run has not begun: choose how it begins first",
                _ => "the run has failed here and cannot go on; `u` takes the last choice back",
            });
        };
        let (begin, mut met) = (Instant::now(), 0);
        let mut wanted = |walk: &mut dyn Walk, state: &[u8]| {
            met += 1;
            if met % 64 == 0 && begin.elapsed() > LONGEST_SEARCH {
                let seconds = LONGEST_SEARCH.as_secs();
                return Err(format!(
                    "it holds in none of the first {met} states, which took {seconds} seconds"
                ));
            }
            holds(walk, state, condition)
        };
        match reach(self.run.walk(), &[state], MOST_SEARCHED, &mut wanted) {
            Err(why) => refuse(&why),
            Ok(Reached::Nowhere(count)) => {
                refuse(&format!("it holds in none of the {count} states that can be reached from here"))
            }
            Ok(Reached::Limit(count)) => refuse(&format!("it holds in none of the first {count} states")),
            Ok(Reached::Found(states)) if states.len() == 1 => refuse("it holds here"),
            Ok(Reached::Found(states)) => {
                let steps = steps_through(self.run.walk(), &states);
                let plural = if steps.len() == 1 { "" } else { "s" };
                sayln!("  it holds after {} step{plural}: Enter takes the next one, `c` all", steps.len());
                self.run.follow(steps);
                After::Show
            }
        }
    }
}

/// Whether a condition holds in a state; not where it is undefined. An error says why it is no condition.
fn holds(walk: &mut dyn Walk, state: &[u8], condition: &str) -> Result<bool, String> {
    match walk.evaluate(state, condition) {
        Ok(value) => value.truth.ok_or_else(|| format!("`{condition}` is an expression and no condition")),
        Err(NoValue::Unreadable(why)) => Err(why),
        Err(NoValue::Undefined(_)) => Ok(false),
    }
}

fn refuse(why: &str) -> After {
    sayln!("  {why}");
    After::Ask
}
