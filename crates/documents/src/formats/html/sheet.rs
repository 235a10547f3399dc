//! Style sheets: the rules whose selectors name single elements, by name, class or id.
//!
//! Rules with other selectors, and those inside of conditions, are not applied, and no text is taken for hidden by mistake
//! because of that: if one of them paints a background, no background is known that the page does not set otherwise, and
//! what one of them shows is not hidden by another rule.

use super::markup::Tag;
use crate::color::{Color, Paint, paint};
use std::collections::{BTreeMap, HashMap};

/// Most rules that are looked at.
const MOST_RULES: usize = 50_000;
/// Most elements that are remembered because a rule may show them.
const MOST_SHOWN: usize = 500;
/// Rules around rules that apply to some screens.
const CONDITIONS: [&str; 3] = ["@media", "@supports", "@container"];
/// States of an element that a page does not begin with.
const STATES: [&str; 9] = [":hover", ":focus", ":active", ":checked", ":visited", ":target", "::", ":before", ":after"];

/// Stands for `:` in a name, such as in `.wide\:block`.
const ESCAPED: &str = "\u{E000}";

/// The values of properties that apply to an element.
pub(super) type Declared<'a> = BTreeMap<&'a str, &'a str>;

/// The rules of a page.
#[derive(Debug)]
pub(super) struct Sheet {
    rules: Vec<Rule>,
    /// Rules by the last id, class or name of their selector.
    by_key: HashMap<String, Vec<usize>>,
    /// The elements that a rule which is not applied may show.
    shown: Vec<Selector>,
    /// Whether all styles of the page are known.
    pub(super) is_complete: bool,
    /// Whether a rule that is not applied paints a background that is not about white.
    pub(super) paints_unknown: bool,
}

#[derive(Debug)]
struct Rule {
    selector: Selector,
    declared: Vec<(String, String, bool)>,
}

#[derive(Debug, Default, PartialEq)]
struct Selector {
    name: Option<String>,
    id: Option<String>,
    classes: Vec<String>,
}

impl Default for Sheet {
    fn default() -> Self {
        Self { rules: Vec::new(), by_key: HashMap::new(), shown: Vec::new(), is_complete: true, paints_unknown: false }
    }
}

impl Sheet {
    /// A sheet of which nothing can be known.
    pub(super) fn leave_unknown(&mut self) {
        (self.is_complete, self.paints_unknown) = (false, true);
    }

    /// Adds the text of a style sheet.
    pub(super) fn add(&mut self, css: &str) {
        let css = without_comments(css).to_ascii_lowercase().replace("\\:", ESCAPED);
        self.is_complete &= css.trim().is_empty();
        self.add_block(&css);
    }

    fn add_block(&mut self, css: &str) {
        let mut rest = css;
        while let Some(at) = rest.find(['{', ';', '}']) {
            let head = rest[..at].trim();
            let is_block = rest[at..].starts_with('{');
            rest = &rest[at + 1..];
            if !is_block {
                if head.starts_with("@import") {
                    self.leave_unknown();
                }
                continue;
            }
            let (body, after) = block(rest);
            rest = after;
            if matches!(head, "@media screen" | "@media all") || head.starts_with("@layer") {
                self.add_block(body);
            } else if head != "@media print" && CONDITIONS.iter().any(|condition| head.starts_with(condition)) {
                self.add_condition(body);
            } else if !head.starts_with('@') {
                self.add_rule(head, body);
            }
        }
    }

    /// Looks at the rules that apply to some screens: what they show, someone sees.
    fn add_condition(&mut self, css: &str) {
        let mut rest = css;
        while let Some((head, after)) = rest.split_once('{') {
            let (body, after) = block(after);
            rest = after;
            for written in head.split(',') {
                self.add_shown(written.trim(), body);
            }
        }
    }

    fn add_shown(&mut self, written: &str, body: &str) {
        let is_of_state = STATES.iter().any(|state| written.contains(state));
        if !is_of_state
            && self.shown.len() < MOST_SHOWN
            && declarations(body).any(|(name, value, _)| shows(name, value))
        {
            self.shown.extend(Selector::of_last(written));
        }
    }

    /// Whether a rule that is not applied may show an element.
    pub(super) fn may_show(&self, tag: &Tag) -> bool {
        let (id, classes) = names_of(tag);
        self.shown.iter().any(|selector| selector.matches(&tag.name, &id, &classes))
    }

    fn add_rule(&mut self, head: &str, body: &str) {
        for written in head.split(',').map(str::trim) {
            if self.rules.len() >= MOST_RULES {
                return self.leave_unknown();
            }
            match Selector::read(written) {
                Some(selector) => {
                    let declared = declarations(body);
                    let declared =
                        declared.map(|(name, value, is_strong)| (name.to_owned(), value.to_owned(), is_strong));
                    self.by_key.entry(selector.key()).or_default().push(self.rules.len());
                    self.rules.push(Rule { selector, declared: declared.collect() });
                }
                None if STATES.iter().any(|state| written.contains(state)) => {}
                None => {
                    self.paints_unknown |= declarations(body).any(|(name, value, _)| is_dark(name, value));
                    self.add_shown(written, body);
                }
            }
        }
    }

    /// The properties of an element, those of its own style included.
    pub(super) fn declared<'a>(&'a self, tag: &Tag, style: &'a str) -> Declared<'a> {
        let mut found: Vec<(bool, u32, usize, &str, &str)> = Vec::new();
        let (id, classes) = names_of(tag);
        if !self.rules.is_empty() {
            let keys = classes.split_whitespace().map(|class| format!(".{class}"));
            let keys = keys.chain([format!("#{id}"), tag.name.clone(), "*".to_owned()]);
            let rules = keys.filter_map(|key| self.by_key.get(&key)).flatten();
            for (at, rule) in rules.filter_map(|at| self.rules.get(*at).map(|rule| (*at, rule))) {
                if rule.selector.matches(&tag.name, &id, &classes) {
                    let weight = rule.selector.weight();
                    let own = rule
                        .declared
                        .iter()
                        .map(|(name, value, is_strong)| (*is_strong, weight, at, name.as_str(), value.as_str()));
                    found.extend(own);
                }
            }
        }
        found.extend(declarations(style).map(|(name, value, is_strong)| (is_strong, u32::MAX, 0, name, value)));
        found.sort_by_key(|(is_strong, weight, at, ..)| (*is_strong, *weight, *at));
        found.into_iter().map(|(.., name, value)| (name, value)).collect()
    }
}

impl Selector {
    /// A selector in lower case; `None` if it is not about a single element.
    fn read(written: &str) -> Option<Self> {
        let mut selector = Self::default();
        let end = written.find(['.', '#']).unwrap_or(written.len());
        let (name, mut rest) = written.split_at(end);
        let is_name = |name: &str| {
            !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || "-_\u{E000}".contains(sign))
        };
        match name {
            "" | "*" => {}
            ":root" => selector.name = Some("html".to_owned()),
            _ if is_name(name) => selector.name = Some(name.to_owned()),
            _ => return None,
        }
        while !rest.is_empty() {
            let sign = &rest[..1];
            let end = rest[1..].find(['.', '#']).map_or(rest.len(), |at| at + 1);
            let part = &rest[1..end];
            if !is_name(part) {
                return None;
            }
            match sign {
                "#" => selector.id = Some(part.to_owned()),
                _ => selector.classes.push(part.to_owned()),
            }
            rest = &rest[end..];
        }
        (!written.is_empty()).then_some(selector)
    }

    /// The selector of the element that a longer selector is about.
    fn of_last(written: &str) -> Option<Self> {
        let last = written.rsplit([' ', '>', '+', '~']).next().unwrap_or_default();
        let plain = last.split([':', '[']).next().unwrap_or_default();
        if plain.is_empty() { Some(Self::default()) } else { Self::read(plain) }
    }

    fn key(&self) -> String {
        let class = self.classes.first().map(|class| format!(".{class}"));
        let id = self.id.as_ref().map(|id| format!("#{id}"));
        id.or(class).or(self.name.clone()).unwrap_or_else(|| "*".to_owned())
    }

    fn matches(&self, name: &str, id: &str, classes: &str) -> bool {
        self.name.as_deref().is_none_or(|own| own == name)
            && self.id.as_deref().is_none_or(|own| own == id)
            && self.classes.iter().all(|own| classes.split_whitespace().any(|class| class == own))
    }

    fn weight(&self) -> u32 {
        let classes = u32::try_from(self.classes.len()).unwrap_or(u32::MAX).min(1000);
        u32::from(self.id.is_some()) * 1_000_000 + classes * 100 + u32::from(self.name.is_some())
    }
}

/// The properties of a style in lower case: name, value, and whether it is important.
pub(super) fn declarations(style: &str) -> impl Iterator<Item = (&str, &str, bool)> {
    style.split(';').filter_map(|rule| rule.split_once(':')).map(|(name, value)| {
        let value = value.trim();
        let plain = value.split_once('!').map_or(value, |(value, _)| value.trim_end());
        (name.trim(), plain, plain.len() < value.len())
    })
}

/// Id and classes as they are in selectors.
fn names_of(tag: &Tag) -> (String, String) {
    let get = |name| tag.attribute(name).unwrap_or_default().to_ascii_lowercase().replace(':', ESCAPED);
    (get("id"), get("class"))
}

/// Whether a property makes visible what another rule may hide.
fn shows(name: &str, value: &str) -> bool {
    match name {
        "display" => value != "none",
        "visibility" => value == "visible",
        "opacity" => value.parse().is_ok_and(|opacity: f32| opacity > 0.1),
        _ => false,
    }
}

fn is_dark(name: &str, value: &str) -> bool {
    let is_white = || match paint(value) {
        Some(Paint::Color(color)) => color.is_near(Color::WHITE),
        Some(Paint::Nothing) => true,
        None => matches!(value, "none" | "inherit" | "initial" | "unset" | "0" | "0 0"),
    };
    matches!(name, "background" | "background-color" | "background-image") && !is_white()
}

/// What is inside of an open block, and what comes after it.
fn block(text: &str) -> (&str, &str) {
    let mut depth = 1_usize;
    for (at, sign) in text.match_indices(['{', '}']) {
        depth = if sign == "{" { depth + 1 } else { depth - 1 };
        if depth == 0 {
            return (&text[..at], &text[at + 1..]);
        }
    }
    (text, "")
}

fn without_comments(css: &str) -> String {
    let mut text = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, comment)) = rest.split_once("/*") {
        text.push_str(before);
        text.push(' ');
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    text.replace("<!--", " ").replace("-->", " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(css: &str) -> Sheet {
        let mut sheet = Sheet::default();
        sheet.add(css);
        sheet
    }

    fn value(css: &str, name: &str, attributes: &[(&str, &str)], property: &str) -> Option<String> {
        let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let tag = Tag { name: name.to_owned(), attributes, is_empty: false };
        let style = tag.attribute("style").unwrap_or_default().to_owned();
        let sheet = sheet(css);
        sheet.declared(&tag, &style).get(property).map(|value| (*value).to_owned())
    }

    #[test]
    fn the_rule_that_says_most_about_an_element_applies() {
        let css = "/* p{color:blue} */ #x { color: red } .a.b,i {color:green} .a {color:black} p {color:white;}";
        for (name, attributes, color) in [
            ("p", vec![], Some("white")),
            ("p", vec![("class", "c A")], Some("black")),
            ("p", vec![("class", "b a")], Some("green")),
            ("i", vec![], Some("green")),
            ("p", vec![("class", "b a"), ("id", "x")], Some("red")),
            ("p", vec![("id", "x"), ("style", "color:gold")], Some("gold")),
            ("b", vec![], None),
        ] {
            assert_eq!(value(css, name, &attributes, "color").as_deref(), color, "{name} {attributes:?}");
        }
        assert_eq!(value("p{color:red!important}", "p", &[("style", "color:blue")], "color").as_deref(), Some("red"));
    }

    #[test]
    fn rules_with_conditions_are_not_applied() {
        for css in
            ["@media print{p{color:red}}", "div p{color:red}", "p:hover{color:red}", "p[x]{color:red}", "p{color:red"]
        {
            let is_cut = css == "p{color:red";
            assert_eq!(value(css, "p", &[], "color").is_some(), is_cut, "{css}");
        }
        assert!(value("@media screen{p{color:red}}", "p", &[], "color").is_some());
    }

    #[test]
    fn a_background_that_may_be_anywhere_is_not_taken_for_white() {
        for css in ["div p{background:navy}", "p:nth-child(2){background:url(a.png)}", "@import 'a.css';"] {
            assert!(sheet(css).paints_unknown, "{css}");
        }
        for css in ["p{background:navy}", "a:hover{background:navy}", "div p{background:#fff}", "div p{color:navy}"] {
            assert!(!sheet(css).paints_unknown, "{css}");
        }
    }
}
