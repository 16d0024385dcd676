//! `quotient reproduce`: the tables of the papers beside ours.
//!
//! Each figure is a run of its own, `quotient check … --json`, with a limit of time: what does not fit into it is
//! said to be left out. Runs that count the same for several tables are made once.

mod published;
mod table;

use std::collections::HashMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::arguments::ReproduceArguments;
use crate::{BAD_INPUT, UNDECIDED};
use published::{Column, Paper, Row, agrees, model, papers};
use table::{Compared, Relation};

/// Runs what there is to be run and prints the table; the result is the exit code.
pub fn run(arguments: &ReproduceArguments) -> u8 {
    let compared = selected(&arguments.paper).and_then(|papers| {
        let compared = papers.iter().map(|paper| compare(arguments, paper)).collect::<Result<Vec<_>, _>>()?;
        Ok((papers, compared))
    });
    let (papers, compared) = match compared {
        Ok(compared) => compared,
        Err(why) => {
            tell!("error: {why}");
            if arguments.json {
                sayln!("{}", report::error_json(&why));
            }
            return BAD_INPUT;
        }
    };
    let rows: Vec<Compared> = compared.into_iter().flatten().collect();
    match (arguments.json, arguments.csv) {
        (true, _) => sayln!("{}", table::json(&papers, &rows)),
        (_, true) => say!("{}", table::csv(&rows)),
        _ => say!("{}", table::text(&papers, &rows)),
    }
    // A difference whose reason nobody knows is one that somebody should look at.
    let is_unexplained = |row: &Compared| row.relation == Relation::Differs && row.why.is_empty();
    if rows.iter().any(is_unexplained) { UNDECIDED } else { 0 }
}

/// The papers that were asked for.
fn selected(names: &[String]) -> Result<Vec<Paper>, String> {
    let mut all = papers()?;
    let known: Vec<&str> = all.iter().map(|paper| paper.name.as_str()).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("`--paper {name}`: no paper of that name; there are {}", known.join(", ")));
    }
    all.retain(|paper| names.is_empty() || names.contains(&paper.name));
    Ok(all)
}

/// The rows of a paper beside ours.
fn compare(arguments: &ReproduceArguments, paper: &Paper) -> Result<Vec<Compared>, String> {
    let folder = Folder::make()?;
    let mut compared = Vec::new();
    for row in &paper.rows {
        let source = source(arguments, row, &folder)?;
        let mut answers: HashMap<&str, Answer> = HashMap::new();
        for column in &row.columns {
            if std::io::stderr().is_terminal() {
                tell_on_line!("\r\x1b[K{}: {} {}, {}", paper.name, row.system, row.size, column.what);
            }
            let answer = match &source {
                None => None,
                Some(source) => {
                    if !answers.contains_key(column.method.as_str()) {
                        answers.insert(&column.method, ask(arguments, paper, source, &column.method)?);
                    }
                    answers.get(column.method.as_str())
                }
            };
            compared.push(beside(paper, row, column, answer));
        }
    }
    if std::io::stderr().is_terminal() {
        tell_on_line!("\r\x1b[K");
    }
    Ok(compared)
}

/// What is run for a row.
struct Source {
    file: PathBuf,
    flags: Vec<String>,
}

/// The paper's machine where its folder was named, or our model; neither may be there.
fn source(arguments: &ReproduceArguments, row: &Row, folder: &Folder) -> Result<Option<Source>, String> {
    let machine = arguments.machines.as_ref().zip(row.machine.as_ref()).map(|(own, file)| own.join(file));
    if let Some(file) = machine {
        if !file.is_file() {
            return Err(format!("`--machines`: there is no {}", file.display()));
        }
        let mut flags: Vec<String> = row.card.iter().map(|card| format!("--card={card}")).collect();
        flags.extend(row.default_set_size.map(|size| format!("--default-set-size={size}")));
        return Ok(Some(Source { file, flags }));
    }
    let Some((path, text)) = row.model.as_deref().and_then(model) else { return Ok(None) };
    let file = folder.file(path, text)?;
    let defines = row.define.iter().map(|define| format!("-D{define}"));
    let cards = row.own_card.iter().map(|card| format!("--card={card}"));
    Ok(Some(Source { file, flags: defines.chain(cards).collect() }))
}

/// What a run says.
struct Answer {
    /// States, if all were stored.
    states: Option<u64>,
    /// The order of the group, if it was looked for.
    group_order: Option<String>,
    seconds: f64,
    /// Why there is no count.
    why: String,
}

fn ask(
    arguments: &ReproduceArguments,
    paper: &Paper,
    source: &Source,
    method: &str,
) -> Result<Answer, String> {
    let this = std::env::current_exe().map_err(|why| format!("cannot find this program: {why}"))?;
    let mut command = Command::new(this);
    command.args(["check", "--json", "--ignore-claims", "--all-errors", "--symmetry", method]);
    command.arg("--max-seconds").arg(arguments.seconds.as_secs_f64().to_string());
    command.args(arguments.max_memory.map(|bytes| format!("--max-memory={bytes}")));
    command.args(arguments.threads.map(|threads| format!("--threads={threads}")));
    let is_promela = source.file.extension().is_some_and(|end| end == "pml");
    command.args(is_promela.then(|| format!("-O{}", paper.level)));
    command.args(&source.flags).arg("--").arg(&source.file);
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output();
    let output = output.map_err(|why| format!("cannot start this program again: {why}"))?;
    let answer: Value = serde_json::from_slice(&output.stdout)
        .map_err(|_| format!("a run of {} ended without an answer", source.file.display()))?;
    let reason = answer["reason"].as_str().or(answer["error"].as_str()).unwrap_or_default().to_owned();
    // Hash markers never decide, but look at all states that they find.
    let is_open = answer["verdict"] == "undecided"
        && !(method == "markers" && reason.starts_with("no violation found"));
    let states = answer["states"].as_u64().filter(|_| !is_open);
    // It is known before the search, and so also where that was cut; a run that did not come so far reports a trivial
    // group.
    let group_order =
        answer["symmetry"]["group_order"].as_str().filter(|order| states.is_some() || *order != "1");
    Ok(Answer {
        states,
        group_order: group_order.map(str::to_owned),
        seconds: answer["seconds"].as_f64().unwrap_or_default(),
        why: reason,
    })
}

/// A published figure beside ours.
fn beside(paper: &Paper, row: &Row, column: &Column, answer: Option<&Answer>) -> Compared {
    let is_group = column.what == "group order";
    let ours = answer.and_then(|answer| match is_group {
        true => answer.group_order.clone(),
        false => answer.states.map(|states| (states + u64::from(row.counts_root)).to_string()),
    });
    let (relation, why) = match (&ours, answer) {
        (Some(ours), _) if agrees(&column.states, ours) => (Relation::Agrees, String::new()),
        (Some(_), _) => (Relation::Differs, column.why.clone().unwrap_or_default()),
        (None, Some(answer)) => (Relation::LeftOut, answer.why.clone()),
        (None, None) => {
            (Relation::LeftOut, "the machine is not part of this repository: `--machines DIR`".into())
        }
    };
    Compared {
        paper: paper.name.clone(),
        table: row.table.clone(),
        system: row.system.clone(),
        size: row.size.clone(),
        what: column.what.clone(),
        method: column.method.clone(),
        published: column.states.clone(),
        published_seconds: column.seconds,
        seconds: answer.filter(|_| ours.is_some() && !is_group).map(|answer| answer.seconds),
        ours,
        relation,
        why,
    }
}

/// A folder for the models while they are run; it goes away with this.
struct Folder(PathBuf);

impl Folder {
    fn make() -> Result<Folder, String> {
        let unique = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let unique = unique.map(|since| since.as_nanos()).unwrap_or_default();
        let path = std::env::temp_dir().join(format!("quotient-{}-{unique}", std::process::id()));
        std::fs::create_dir(&path).map_err(|why| format!("cannot make {}: {why}", path.display()))?;
        Ok(Folder(path))
    }

    fn file(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.0.join(Path::new(name).file_name().unwrap_or_default());
        std::fs::write(&path, text).map_err(|why| format!("cannot write {}: {why}", path.display()))?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
