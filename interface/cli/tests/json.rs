//! Reports are what docs/outcome.schema.json says.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Runs the command in the root of the repository; its exit code and what it printed.
fn report(arguments: &[&str]) -> (i32, Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quotient"));
    let done = command.current_dir(root()).args(arguments).arg("--json").output().expect("it runs");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    let value = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{arguments:?}: {why}: {text}"));
    (done.status.code().expect("it ends by itself"), value)
}

/// The part of JSON Schema that the schema uses; what it does not know is an error, so that nothing is passed over.
struct Schema(Value);

impl Schema {
    fn check(&self, value: &Value, schema: &Value, at: &str) -> Result<(), String> {
        for (word, demand) in schema.as_object().ok_or("a schema is an object")? {
            let fits = match word.as_str() {
                "$schema" | "title" | "$defs" => true,
                "$ref" => {
                    let name = demand.as_str().unwrap_or_default().trim_start_matches("#/$defs/");
                    self.check(value, &self.0["$defs"][name], at)?;
                    true
                }
                "anyOf" => list(demand).iter().any(|one| self.check(value, one, at).is_ok()),
                "type" => match demand {
                    Value::Array(all) => all.iter().any(|one| is_a(value, one)),
                    one => is_a(value, one),
                },
                "enum" => list(demand).contains(value),
                "required" => {
                    list(demand).iter().all(|name| value.get(name.as_str().unwrap_or_default()).is_some())
                }
                "additionalProperties" => {
                    let known = schema["properties"].as_object().ok_or("properties are an object")?;
                    value.as_object().is_some_and(|own| own.keys().all(|name| known.contains_key(name)))
                }
                "properties" => {
                    for (name, part) in demand.as_object().ok_or("properties are an object")? {
                        if let Some(own) = value.get(name) {
                            self.check(own, part, &format!("{at}.{name}"))?;
                        }
                    }
                    true
                }
                "items" => {
                    for (index, item) in list(value).iter().enumerate() {
                        self.check(item, demand, &format!("{at}[{index}]"))?;
                    }
                    true
                }
                other => return Err(format!("the schema uses `{other}`, which this test does not know")),
            };
            if !fits {
                return Err(format!("{at}: {value} does not fit {word}: {demand}"));
            }
        }
        Ok(())
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn is_a(value: &Value, word: &Value) -> bool {
    match word.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_u64() || value.is_i64(),
        _ => false,
    }
}

fn schema() -> Schema {
    schema_named("docs/outcome.schema.json")
}

fn schema_named(path: &str) -> Schema {
    let text = std::fs::read_to_string(root().join(path)).expect("the schema");
    Schema(serde_json::from_str(&text).expect("JSON"))
}

/// Checks a model with `--stats`; the report and the lines of the file.
fn course(name: &str, arguments: &[&str]) -> (Value, Vec<Value>) {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let stats = file.to_str().expect("a path in UTF-8");
    let (_, report) = report(&[&["check"], arguments, &["--stats", stats]].concat());
    let text = std::fs::read_to_string(&file).expect("the file is written");
    (report, text.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect())
}

#[test]
fn the_course_of_a_run_fits_its_schema_and_ends_with_the_report() {
    let schema = schema_named("docs/course.schema.json");
    let runs: &[&[&str]] = &[
        &["models/promela/papers/peterson.pml", "-D", "N=4"],
        &["models/promela/papers/peterson.pml", "-D", "N=4", "--symmetry", "none", "--search", "dfs"],
        &["models/promela/papers/peterson.pml", "-D", "N=3", "--symmetry", "lazy"],
        &["models/promela/liveness/peterson_starvation.pml"],
        &["models/b/access_control.mch"],
    ];
    for (number, arguments) in runs.iter().enumerate() {
        let (report, lines) = course(&format!("course_{number}"), arguments);
        for line in &lines {
            schema.check(line, &schema.0, "line").unwrap_or_else(|why| panic!("{arguments:?}: {why}"));
        }
        assert!(lines.is_sorted_by_key(|line| line["seconds"].as_f64()), "{arguments:?}: {lines:?}");
        // Later searches of a property ask whether it holds vacuously, and are not counted.
        let mut ended: Vec<&Value> = lines.iter().filter(|line| line["ended"] == true).collect();
        let mut told = BTreeSet::new();
        ended.retain(|line| told.insert(line["property"].as_str()));
        let sum = |key: &str| ended.iter().filter_map(|line| line[key].as_u64()).sum::<u64>();
        assert_eq!(Some(sum("transitions")), report["transitions"].as_u64(), "{arguments:?}: {ended:?}");
        assert_eq!(Some(sum("states")), report["states"].as_u64(), "{arguments:?}: {ended:?}");
        assert_eq!(lines.last().map(|line| &line["ended"]), Some(&true.into()));
    }
}

#[test]
fn a_course_that_cannot_be_written_is_an_error_before_the_search() {
    let model = "models/b/access_control.mch";
    for stats in ["-", "models/none/file", "models", model] {
        let (code, value) = report(&["check", model, "--stats", stats]);
        assert_eq!(code, 2, "{stats}");
        assert!(value["error"].as_str().is_some_and(|error| error.contains("--stats")), "{stats}: {value}");
    }
    assert!(
        std::fs::read_to_string(root().join(model)).expect("the model is still there").contains("MACHINE")
    );
}

#[test]
fn reports_fit_the_schema() {
    let schema = schema();
    let peterson = "models/promela/papers/peterson.pml";
    let runs: &[(i32, &[&str])] = &[
        (0, &["check", peterson, "-D", "N=3"]),
        (0, &["check", peterson, "-D", "N=3", "--certify"]),
        (3, &["check", peterson, "-D", "N=3", "--max-states", "5"]),
        (1, &["check", "models/promela/trust/endless_atomic_assertion.pml"]),
        (1, &["check", "models/promela/trust/initial_value_faults.pml"]),
        (1, &["check", "models/promela/liveness/peterson_starvation.pml"]),
        (1, &["check", "models/promela/trust/accept_label.pml"]),
        (0, &["check", "models/b/access_control.mch", "--certify"]),
        (1, &["check", "models/b/access_leak.mch"]),
        (1, &["check", "models/b/access_leak.mch", "--all-errors", "--symmetry", "flood"]),
        (3, &["check", "models/b/cache_refined.ref"]),
    ];
    for (code, arguments) in runs {
        let (found, value) = report(arguments);
        assert_eq!(found, *code, "{arguments:?}: {value}");
        schema.check(&value, &schema.0, "report").unwrap_or_else(|why| panic!("{arguments:?}: {why}"));
    }
}

#[test]
fn a_report_that_does_not_fit_is_noticed() {
    let schema = schema();
    let (_, right) = report(&["check", "models/b/access_leak.mch"]);
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut value = right.clone();
        change(&mut value);
        schema.check(&value, &schema.0, "report").is_err()
    };
    assert!(wrong(&|value| value["states"] = "7".into()));
    assert!(wrong(&|value| value["verdict"] = "maybe".into()));
    assert!(wrong(&|value| value["new"] = 1.into()));
    assert!(wrong(&|value| value["violation"]["kind"] = "other".into()));
    assert!(wrong(&|value| drop(value.as_object_mut().map(|all| all.remove("depth")))));
}

#[test]
fn wrong_input_is_told_as_json_too() {
    for arguments in
        [&["check", "models/none.pml"][..], &["check", "models/b/bank.mch", "-O1"], &["check", "README.md"]]
    {
        let (code, value) = report(arguments);
        assert_eq!((code, &value["format"]), (2, &1.into()), "{arguments:?}");
        assert!(value["error"].as_str().is_some_and(|error| !error.is_empty()), "{arguments:?}: {value}");
    }
}

#[test]
fn a_formula_says_which_one_it_follows() {
    let schema = schema();
    let model = "models/promela/liveness/family_of_responses.pml";
    let follows = |arguments: &[&str]| -> Vec<(String, String)> {
        let (_, report) = report(&[&["check", model, "--fairness", "strong"], arguments].concat());
        schema.check(&report, &schema.0, "report").expect("it fits");
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let all = list(&report["properties"]).iter();
        all.filter_map(|property| Some((text(&property["name"])?, text(&property["follows"])?))).collect()
    };
    let pairs = [("served_1", "served_0"), ("served_2", "served_0"), ("served_3", "served_0")];
    let more = [("frees_2", "frees_0"), ("apart_1", "apart_0")];
    let expected = pairs.iter().chain(&more).map(|&(one, other)| (one.to_owned(), other.to_owned()));
    assert_eq!(follows(&[]), expected.collect::<Vec<_>>());
    for alone in [["--symmetry", "none"].as_slice(), &["--certify"]] {
        assert!(follows(alone).is_empty(), "{alone:?}");
    }
}
