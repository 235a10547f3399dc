//! An open paragraph of a DOCX: its text with raised and lowered letters, and its formulas in a line.

use super::run::{Run, Script, Shade};
use crate::{
    formats::formula::{Form, Formulas},
    xml,
};
use quick_xml::events::BytesStart;

/// Depth of raised and lowered letters, which are no elements: deeper than each of them.
const OF_LETTERS: usize = usize::MAX;
/// Longest sign around or between parts, in characters.
const LONGEST_SIGN: usize = 4;

#[derive(Default)]
pub(super) struct Paragraph {
    pub(super) text: String,
    pub(super) style: Option<String>,
    pub(super) outline: Option<u8>,
    /// Depth in a list, if it is an item.
    pub(super) item: Option<u8>,
    /// Id of its list. `0`: it is in none although its style is.
    pub(super) list: Option<String>,
    pub(super) in_run: bool,
    pub(super) in_text: bool,
    pub(super) run: Run,
    pub(super) shade: Option<Shade>,
    /// Whether its properties are read, which are not those of its text.
    pub(super) in_properties: bool,
    pub(super) notes: Vec<String>,
    formulas: Formulas,
    script: Script,
}

impl Paragraph {
    /// Adds text of a run.
    pub(super) fn push(&mut self, text: &str, script: Script) {
        if script != self.script {
            self.end_script();
            match script {
                Script::Raised => self.formulas.open(Form::Raised, OF_LETTERS, &self.text),
                Script::Lowered => self.formulas.open(Form::Lowered, OF_LETTERS, &self.text),
                Script::None => {}
            }
            self.script = script;
        }
        if self.formulas.needs_gap(&self.text, text) {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }

    /// Ends raised or lowered letters.
    pub(super) fn end_script(&mut self) {
        if self.script != Script::None {
            self.formulas.close(OF_LETTERS, &mut self.text);
            self.script = Script::None;
        }
    }

    /// Takes note of the start of a link or of a formula, in an element of this depth.
    pub(super) fn start_formula(&mut self, name: &str, tag: &BytesStart<'_>, depth: usize) {
        if let Some(form) = form(name) {
            self.end_script();
            self.formulas.open(form, depth, &self.text);
            return;
        }
        let sign = || xml::attribute(tag, "val").unwrap_or_default().chars().take(LONGEST_SIGN).collect();
        if name == "hyperlink" {
            return self.formulas.open_link(&self.text);
        }
        // The signs are in the properties of the formula.
        match (depth.checked_sub(2).and_then(|depth| self.formulas.form_at(depth)), name) {
            (Some(Form::Sum(own)), "chr") => *own = sign(),
            (Some(Form::Fenced([own, ..])), "begChr") => *own = sign(),
            (Some(Form::Fenced([_, own, _])), "endChr") => *own = sign(),
            (Some(Form::Fenced([.., own])), "sepChr") => *own = sign(),
            _ => {}
        }
    }

    /// Takes note of the end of an element of this depth.
    pub(super) fn end_formula(&mut self, name: &str, depth: usize) {
        if form(name).is_some() {
            self.end_script();
            self.formulas.close(depth, &mut self.text);
        } else if matches!(name, "num" | "den" | "e" | "sub" | "sup" | "deg" | "lim") {
            self.end_script();
            self.formulas.end_part(depth, &self.text);
        } else if name == "fName" {
            self.end_script();
            self.text.push(' ');
        }
    }
}

/// What an element of a formula is.
fn form(name: &str) -> Option<Form> {
    let fenced = |signs: [&str; 3]| Form::Fenced(signs.map(str::to_owned));
    Some(match name {
        "f" => Form::Fraction,
        "sSup" | "limUpp" => Form::Power,
        "sSub" | "limLow" => Form::Index,
        "sSubSup" => Form::IndexPower,
        "sPre" => Form::Before,
        "rad" => Form::DegreeRoot,
        "nary" => Form::Sum("∫".to_owned()),
        "d" => fenced(["(", ")", "|"]),
        "eqArr" => fenced(["", "", "; "]),
        "mr" => fenced(["", "; ", " "]),
        _ => return None,
    })
}
