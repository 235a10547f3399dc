//! The options of the command.

const USAGE: &str = "\
cargo xtask bench recall [--data FILE] [--budget TOKENS] [--no-speed]
  --data FILE      conversations with questions, in the format of LoCoMo (locomo10.json)
  --budget TOKENS  size of the request; seven tenths of it are for recalled messages (default: 2000)
  --no-speed       leaves out the times at 1,000 to 100,000 messages";

pub(crate) struct Arguments {
    pub(crate) data: Option<String>,
    pub(crate) budget: u32,
    pub(crate) speed: bool,
    /// Where to save the messages of the largest size, for other programs.
    pub(crate) save: Option<String>,
}

pub(crate) fn read(mut given: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut arguments = Arguments { data: None, budget: 2_000, speed: true, save: None };
    while let Some(argument) = given.next() {
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (argument, None),
        };
        let mut value = || value.clone().or_else(|| given.next()).ok_or(format!("{name} needs a value.\n{USAGE}"));
        match name.as_str() {
            "--data" => arguments.data = Some(value()?),
            "--budget" => {
                let value = value()?;
                arguments.budget = value.parse().map_err(|_| format!("\"{value}\" is not a number of tokens."))?;
            }
            "--save-messages" => arguments.save = Some(value()?),
            "--no-speed" => arguments.speed = false,
            _ => return Err(format!("There is no option {name}.\n{USAGE}")),
        }
    }
    Ok(arguments)
}
