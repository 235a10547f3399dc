//! Raised and lowered text of a page, and MathML.

use super::markup::Tag;
use crate::formats::formula::{Form, Formulas};

/// Longest sign around or between parts, in characters.
const LONGEST_SIGN: usize = 4;

/// Takes note of a start tag.
pub(super) fn start(formulas: &mut Formulas, tag: &Tag, depth: usize, text: &str) {
    if tag.name == "a" && tag.attribute("href").is_some() {
        formulas.open_link(text);
    } else if let Some(form) = form(tag) {
        formulas.open(form, depth, text);
    }
}

/// Takes note of the end of an element.
pub(super) fn end(formulas: &mut Formulas, depth: usize, text: &mut String) {
    formulas.close(depth, text);
    formulas.end_part(depth, text);
}

fn form(tag: &Tag) -> Option<Form> {
    let sign = |name, usual: &str| tag.attribute(name).unwrap_or(usual).chars().take(LONGEST_SIGN).collect();
    Some(match tag.name.as_str() {
        "sup" => Form::Raised,
        "sub" => Form::Lowered,
        "msup" | "mover" => Form::Power,
        "msub" | "munder" => Form::Index,
        "msubsup" | "munderover" => Form::IndexPower,
        "mfrac" => Form::Fraction,
        "msqrt" => Form::Root,
        "mroot" => Form::RootOf,
        "mfenced" => Form::Fenced([sign("open", "("), sign("close", ")"), sign("separators", ",")]),
        _ => return None,
    })
}
