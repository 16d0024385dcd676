//! The figures of Wahl and D'Silva.

mod kit;

use explorer::Config;
use lazy::{explore, translate};

fn states(name: &str, defines: &[&str], subsumption: bool) -> u64 {
    let interpreter = kit::interpreter(&kit::model(name), defines, promela::Reduction::Spin);
    let translation = translate(&interpreter).unwrap_or_else(|r| panic!("{name}: {r}"));
    let (report, _) = explore(&translation.system, subsumption, &mut Config::default());
    report.statistics.states
}

#[test]
fn readers_and_writers() {
    assert_eq!(states("lazy/readers_writers_asymmetric.pml", &[], true), 9);
}

/// `[lazy]` of the published figures: n + 1 idle states, and for each class the served ones.
fn expected(classes: &[u64]) -> u64 {
    let n: u64 = classes.iter().sum();
    let mut below = n;
    let mut served = 0;
    for size in classes {
        below -= size;
        served += size * (below + 1);
    }
    n + 1 + 3 * served
}

#[test]
fn resource_controller() {
    let controller = "lazy/resource_controller.pml";
    assert_eq!((expected(&[2; 9]), expected(&[9; 2])), (505, 316));
    assert_eq!(states(controller, &["CLASSES=9", "SIZE=2"], true), 505);
    assert_eq!(states(controller, &["CLASSES=2", "SIZE=9"], true), 316);
    assert_eq!(states(controller, &["CLASSES=2", "SIZE=9"], false), 414);
    // By an independent enumeration; see the essay in `search`.
    assert_eq!(states(controller, &["CLASSES=4", "SIZE=2"], false), 496);
    assert_eq!(states(controller, &["CLASSES=6", "SIZE=2"], false), 6623);
    for (define, classes) in [("CLASSES=30", vec![2; 30]), ("CLASSES=40", vec![2; 40])] {
        assert_eq!(states(controller, &[define, "SIZE=2"], true), expected(&classes));
    }
    for k in [2u64, 3, 5, 7, 10, 15, 20, 25] {
        for size in [1, 2] {
            let mut classes = vec![size; k as usize - 1];
            classes.push(80 - size * (k - 1));
            let defines = [format!("CLASSES={k}"), format!("SIZE={size}"), "N=80".into()];
            let defines: Vec<&str> = defines.iter().map(String::as_str).collect();
            assert_eq!(states(controller, &defines, true), expected(&classes), "{defines:?}");
        }
    }
}
