//! The state counts of "ProB gets Nauty" (Spermann and Leuschel, 2008), tables 1 and 2, by every method.
//!
//! The paper counts ProB's root as a state, so each of our counts plus one is compared. Flooding is compared as far as
//! the paper got with it, and one size further: it stores every image of every state, and the paper has no figures from
//! seven processes of scheduler1 and six servers of TokenRing on. The sizes beyond the published ones are there to
//! notice changes.

use crate::bench_b::{self, Measured};
use crate::table::LiveTable;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Arguments {
    /// Directory with the machines of the paper (prob-examples/B/SymmetryReduction of hhu-stups/specifications)
    machines: PathBuf,
    /// Seconds for each run
    #[arg(long, default_value_t = 120)]
    seconds: u64,
}

/// What the paper says about a machine with deferred sets of some size.
struct Published {
    machine: &'static str,
    size: u32,
    /// Without reduction, where the paper got that far.
    plain: Option<u64>,
    /// With exact reduction.
    exact: u64,
    /// With hash markers, where the paper got that far.
    markers: Option<u64>,
    /// Whether flooding is compared.
    flood: bool,
}

const fn row(
    machine: &'static str,
    size: u32,
    plain: Option<u64>,
    exact: u64,
    markers: Option<u64>,
    flood: bool,
) -> Published {
    Published { machine, size, plain, exact, markers, flood }
}

#[rustfmt::skip]
const ROWS: [Published; 39] = [
    row("scheduler0.mch", 2, Some(16), 10, Some(10), true),
    row("scheduler0.mch", 3, Some(55), 17, Some(17), true),
    row("scheduler0.mch", 4, Some(190), 26, Some(26), true),
    row("scheduler0.mch", 5, Some(649), 37, Some(37), true),
    row("scheduler0.mch", 6, Some(2188), 50, Some(50), true),
    row("scheduler0.mch", 7, Some(7291), 65, Some(65), true),
    row("scheduler1.ref", 2, Some(27), 14, Some(14), true),
    row("scheduler1.ref", 3, Some(145), 29, Some(29), true),
    row("scheduler1.ref", 4, Some(825), 51, Some(51), true),
    row("scheduler1.ref", 5, Some(5201), 81, Some(81), true),
    row("scheduler1.ref", 6, Some(37009), 120, Some(120), true),
    row("scheduler1.ref", 7, None, 169, Some(169), true),
    row("scheduler1.ref", 10, None, 386, Some(386), false),
    row("scheduler1.ref", 15, None, 1041, Some(1041), false),
    row("scheduler1.ref", 20, None, 2171, Some(2171), false),
    row("RussianPostalPuzzle.mch", 1, Some(15), 15, Some(15), true),
    row("RussianPostalPuzzle.mch", 2, Some(81), 48, Some(48), true),
    row("RussianPostalPuzzle.mch", 3, Some(441), 119, Some(119), true),
    row("RussianPostalPuzzle.mch", 4, Some(2325), 248, Some(248), true),
    row("RussianPostalPuzzle.mch", 5, Some(11985), 459, Some(459), true),
    row("RussianPostalPuzzle.mch", 10, None, 3864, None, false),
    row("USB_4Endpoints.mch", 1, Some(29), 29, Some(29), true),
    row("USB_4Endpoints.mch", 2, Some(694), 355, Some(355), true),
    row("USB_4Endpoints.mch", 3, Some(16906), 3013, Some(3013), true),
    row("USB_4Endpoints.mch", 5, None, 96207, None, false),
    row("TokenRing.mch", 2, Some(35), 19, Some(19), true),
    row("TokenRing.mch", 3, Some(295), 60, Some(60), true),
    row("TokenRing.mch", 4, Some(3097), 174, Some(141), true),
    row("TokenRing.mch", 5, Some(38521), 480, Some(278), true),
    row("TokenRing.mch", 6, None, 1252, Some(495), true),
    row("TokenRing.mch", 7, None, 3160, Some(816), false),
    row("TokenRing.mch", 9, None, 18391, None, false),
    row("Dining.mch", 2, Some(21), 8, Some(7), true),
    row("Dining.mch", 3, Some(337), 13, Some(11), true),
    row("Dining.mch", 4, Some(17713), 48, Some(17), true),
    row("Dining.mch", 7, None, 1121, None, false),
    row("Towns.mch", 2, Some(17), 11, Some(11), true),
    row("Towns.mch", 3, Some(513), 105, Some(105), true),
    row("Towns.mch", 4, Some(65537), 3045, Some(3011), true),
];

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let binary = crate::quotient::binary()?;
    let table = LiveTable::new(&[
        ("machine", 23),
        ("size", 4),
        ("method", 7),
        ("published", 9),
        ("ours", 7),
        ("seconds", 7),
        ("", 7),
    ]);
    let mut differing = 0;
    for published in &ROWS {
        for (method, expected) in published.expectations() {
            let machine = arguments.machines.join(published.machine);
            let Measured { states, seconds } =
                bench_b::ours(&binary, &machine, published.size, method, arguments.seconds)?;
            // Markers never decide; of the others a search that was cut has no count to compare.
            let counted = if method == "markers" { states.trim_end_matches('+') } else { &states };
            let own = counted.parse::<u64>().map_or(0, |states| states + 1);
            differing += usize::from(own != expected);
            let remark = if own == expected { "" } else { "differs" };
            table.row(&[
                published.machine.to_owned(),
                published.size.to_string(),
                method.to_owned(),
                expected.to_string(),
                own.to_string(),
                format!("{seconds:.3}"),
                remark.to_owned(),
            ]);
        }
    }
    println!("{differing} counts differ from the published ones");
    Ok(if differing == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Published {
    /// Each method with the count it must give.
    fn expectations(&self) -> Vec<(&'static str, u64)> {
        let plain = self.plain.map(|count| ("none", count));
        let exact = [("label", self.exact), ("auto", self.exact)];
        let flood = self.flood.then_some(("flood", self.exact));
        let markers = self.markers.map(|count| ("markers", count));
        plain.into_iter().chain(exact).chain(flood).chain(markers).collect()
    }
}
