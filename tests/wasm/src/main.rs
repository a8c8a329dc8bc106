//! `stepfall-golden write`: writes the golden files that `tests/golden/links.txt` lists.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() != Some("write") {
        eprintln!("usage: stepfall-golden write");
        return ExitCode::from(2);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden");
    match write(&folder) {
        Ok(count) => {
            println!("{count} golden files written");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Writes one file for each line `name link` of the list and removes what is no longer listed.
fn write(folder: &Path) -> std::io::Result<usize> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            fs::remove_file(path)?;
        }
    }
    let list = fs::read_to_string(folder.join("links.txt"))?;
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
    let mut count = 0;
    for (name, link) in lines.filter_map(|line| line.split_once(' ')) {
        count += 1;
        fs::write(folder.join(format!("{count:03}-{name}.json")), stepfall_golden::render(link))?;
    }
    Ok(count)
}
