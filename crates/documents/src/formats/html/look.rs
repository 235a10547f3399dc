//! How an element looks by its styles: whether its text can be seen.

use super::{
    markup::Tag,
    sheet::{Declared, Sheet, declarations},
};
use crate::color::{Color, Paint, paint};

/// Size of text that has none of its own, in pixels.
const SIZE: f32 = 16.0;
/// Smaller text cannot be seen, in pixels.
const LEAST_SIZE: f32 = 2.0;
/// Opacity at which nothing can be seen.
const LEAST_OPACITY: f32 = 0.06;
/// An offset beyond this leads out of the page, in pixels.
const FAR: f32 = -500.0;
/// A box of this size shows nothing, in pixels.
const LEAST_BOX: f32 = 1.0;

/// What the text of an element looks like. Elements inside of it begin with the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// In pixels.
    size: f32,
    ink: Ink,
    /// `None` if it is not known.
    background: Option<Color>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ink {
    /// Set by what is not understood.
    Unknown,
    Color(Color),
    /// Transparent.
    None,
}

impl Look {
    /// The look of a page before any of its styles.
    pub(super) fn of_page(sheet: &Sheet) -> Self {
        let ink = if sheet.is_complete { Ink::Color(Color::BLACK) } else { Ink::Unknown };
        let look = Self { size: SIZE, ink, background: (!sheet.paints_unknown).then_some(Color::WHITE) };
        // Pages may leave out the tags of the page itself.
        ["html", "body"].into_iter().fold(look, |look, name| {
            let tag = Tag { name: name.to_owned(), attributes: Vec::new(), is_empty: false };
            look.inside(&tag, &sheet.declared(&tag, ""))
        })
    }

    /// Whether text cannot be seen although its place is on the page.
    pub(super) fn is_unseen(&self) -> bool {
        let is_drowned = match (self.ink, self.background) {
            (Ink::None, _) => true,
            (Ink::Color(ink), Some(background)) => ink.is_near(background),
            _ => false,
        };
        is_drowned || self.size < LEAST_SIZE
    }

    /// The look of an element with these properties.
    pub(super) fn inside(mut self, tag: &Tag, declared: &Declared<'_>) -> Self {
        if matches!(tag.name.as_str(), "html" | "body") {
            // Their size was applied before.
            self.size = SIZE;
        }
        self.legacy(tag);
        if let Some(size) = declared.get("font-size").and_then(|value| font_size(value, self.size)) {
            self.size = size;
        }
        for (name, value) in declared {
            match *name {
                "background-color" => self.paint_background(value),
                "background" => self.paint_shorthand(value),
                "background-image" if *value != "none" => self.background = None,
                "color" => self.set_ink(value),
                _ => {}
            }
        }
        let clips = |name| declared.get(name).is_some_and(|value| value.contains("text"));
        if clips("background-clip") || clips("-webkit-background-clip") {
            // The letters show the background of their box.
            self.ink = Ink::Unknown;
        }
        self
    }

    /// What attributes of older pages and the browser itself say.
    fn legacy(&mut self, tag: &Tag) {
        match tag.name.as_str() {
            "font" => tag.attribute("color").map_or((), |value| self.set_ink(&legacy_color(value))),
            "body" => tag.attribute("text").map_or((), |value| self.set_ink(&legacy_color(value))),
            // Browsers give them colours of their own.
            "a" if tag.attribute("href").is_some() => self.ink = Ink::Unknown,
            "mark" => (self.ink, self.background) = (Ink::Unknown, None),
            _ => {}
        }
        if let Some(value) = tag.attribute("bgcolor") {
            self.paint_background(&legacy_color(value));
        }
        if tag.attribute("background").is_some() {
            self.background = None;
        }
    }

    fn set_ink(&mut self, value: &str) {
        self.ink = match paint(value) {
            _ if value == "inherit" => self.ink,
            Some(Paint::Color(color)) => Ink::Color(color),
            Some(Paint::Nothing) => Ink::None,
            None => Ink::Unknown,
        };
    }

    fn paint_background(&mut self, value: &str) {
        match paint(value) {
            Some(Paint::Color(color)) => self.background = Some(color),
            Some(Paint::Nothing) => {}
            None if matches!(value, "none" | "inherit" | "initial" | "unset") => {}
            None => self.background = None,
        }
    }

    /// `background: #fff url(a.png) no-repeat`.
    fn paint_shorthand(&mut self, value: &str) {
        if value.contains("url(") || value.contains("gradient(") || value.contains("var(") {
            self.background = None;
        } else if paint(value).is_some() {
            self.paint_background(value);
        } else if let Some(color) = value.split_whitespace().find(|word| paint(word).is_some()) {
            self.paint_background(color);
        } else {
            self.paint_background(if value.contains('(') { "unknown" } else { "none" });
        }
    }
}

/// A colour in an attribute, where the sign before its digits may be missing.
fn legacy_color(value: &str) -> String {
    let value = value.trim().to_ascii_lowercase();
    if Color::of_digits(&value).is_some() { format!("#{value}") } else { value }
}

/// Whether properties take an element and all that is in it out of sight.
pub(super) fn hides(declared: &Declared<'_>) -> bool {
    let get = |name: &str| declared.get(name).copied().unwrap_or_default();
    let px = |name: &str| pixels(get(name), SIZE);
    let is_positioned = matches!(get("position"), "absolute" | "fixed");
    let is_moved = is_positioned || get("position") == "relative";
    let is_cut = ["overflow", "overflow-x", "overflow-y"].iter().any(|name| matches!(get(name), "hidden" | "clip"));
    let is_far =
        |value: &str| pixels(value, SIZE).is_some_and(|px| px < FAR) || percent(value).is_some_and(|n| n <= -100.0);
    let is_faint =
        |value: &str| percent(value).map(|n| n / 100.0).or(value.parse().ok()).is_some_and(|n: f32| n < LEAST_OPACITY);
    let first = |name: &str| get(name).split_whitespace().next().unwrap_or_default();
    get("display") == "none"
        || matches!(get("visibility"), "hidden" | "collapse")
        || get("content-visibility") == "hidden"
        || get("mso-hide") == "all"
        || is_faint(get("opacity"))
        || argument(get("filter"), "opacity(").is_some_and(is_faint)
        || argument(get("transform"), "scale(").is_some_and(|value| value.parse() == Ok(0.0_f32))
        || ["translate(", "translatex(", "translatey("]
            .iter()
            .any(|name| argument(get("transform"), name).is_some_and(&is_far))
        || is_moved && ["left", "top", "right", "bottom"].iter().any(|name| is_far(get(name)))
        || is_far(get("text-indent"))
        || is_cut && percent(get("text-indent")).is_some_and(|n| n >= 100.0)
        || ["margin-left", "margin-top"].iter().any(|name| is_far(get(name)))
        || is_far(first("margin"))
        || is_positioned && is_empty_rectangle(get("clip"))
        || is_clipped(get("clip-path"))
        || is_cut
            && ["width", "height", "max-width", "max-height"]
                .iter()
                .any(|name| px(name).is_some_and(|px| px <= LEAST_BOX))
}

/// `rect(0, 0, 0, 0)` and `rect(1px 1px 1px 1px)`.
fn is_empty_rectangle(clip: &str) -> bool {
    let Some(sides) = clip.strip_prefix("rect(") else { return false };
    let sides: Vec<_> = sides.trim_end_matches(')').split([',', ' ']).filter(|side| !side.is_empty()).collect();
    let [top, right, bottom, left] = sides.as_slice() else { return false };
    let px = |side: &str| pixels(side, SIZE);
    let is_thin = |from, to| px(from).zip(px(to)).is_some_and(|(from, to)| to - from <= LEAST_BOX);
    is_thin(top, bottom) || is_thin(left, right)
}

/// `inset(50%)`, `inset(100%)`, `circle(0)` and the like.
fn is_clipped(path: &str) -> bool {
    let first = |name| argument(path, name).and_then(|values| values.split([' ', ',']).next());
    first("inset(").and_then(percent).is_some_and(|n| n >= 50.0)
        || ["circle(", "ellipse("].iter().any(|name| first(name).is_some_and(is_zero))
        || argument(path, "polygon(")
            .is_some_and(|points| points.split([' ', ',']).filter(|n| !n.is_empty()).all(is_zero))
}

fn is_zero(value: &str) -> bool {
    pixels(value, SIZE) == Some(0.0) || percent(value) == Some(0.0)
}

/// What is between the parentheses of a function; its first value, if there are several.
fn argument<'a>(value: &'a str, function: &str) -> Option<&'a str> {
    let (_, rest) = value.split_once(function)?;
    let inner = rest.split(')').next()?;
    Some(if function == "polygon(" || function == "inset(" { inner } else { inner.split(',').next()? }.trim())
}

fn percent(value: &str) -> Option<f32> {
    value.trim().strip_suffix('%')?.trim().parse().ok()
}

/// A length in pixels. A percentage is none.
fn pixels(value: &str, font: f32) -> Option<f32> {
    let value = value.trim();
    let end = value.rfind(|sign: char| sign.is_ascii_digit() || sign == '.')? + 1;
    let number: f32 = value[..end].parse().ok()?;
    Some(match &value[end..] {
        "" if number != 0.0 => return Some(number),
        "" | "px" => number,
        "pt" => number * 4.0 / 3.0,
        "pc" | "rem" => number * SIZE,
        "em" => number * font,
        "ex" | "ch" => number * font / 2.0,
        "in" => number * 96.0,
        "cm" => number * 37.8,
        "mm" => number * 3.78,
        // About a hundredth of a screen.
        "vw" | "vh" | "vmin" | "vmax" => number * 10.0,
        _ => return None,
    })
}

fn font_size(value: &str, outer: f32) -> Option<f32> {
    match value {
        "inherit" => Some(outer),
        "smaller" | "larger" => Some(outer.max(LEAST_SIZE)),
        "initial" => Some(SIZE),
        _ if value.ends_with("small") || value.ends_with("large") || value == "medium" => Some(SIZE),
        _ => percent(value).map(|n| n / 100.0 * outer).or_else(|| pixels(value, outer)),
    }
}

/// Whether an element is taken out of sight. A whole page never is: its script shows it.
pub(super) fn is_hidden(tag: &Tag, sheet: &Sheet) -> bool {
    let style = style_of(tag);
    let is_page = matches!(tag.name.as_str(), "html" | "body");
    let is_hidden = || {
        let own = declarations(&style).map(|(name, value, _)| (name, value)).collect();
        hides(&own) || hides(&sheet.declared(tag, &style)) && !sheet.may_show(tag)
    };
    tag.attribute("hidden").is_some() || !is_page && is_hidden()
}

pub(super) fn style_of(tag: &Tag) -> String {
    tag.attribute("style").unwrap_or_default().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{super::sheet::declarations, *};

    fn is_hidden(style: &str) -> bool {
        let style = style.to_ascii_lowercase();
        let declared: Declared<'_> = declarations(&style).map(|(name, value, _)| (name, value)).collect();
        let tag = Tag { name: "p".to_owned(), attributes: Vec::new(), is_empty: false };
        hides(&declared) || Look::of_page(&Sheet::default()).inside(&tag, &declared).is_unseen()
    }

    #[test]
    fn styles_that_hide_are_known() {
        for style in [
            "display:none",
            "color: red; DISPLAY : None !important",
            "visibility:hidden",
            "font-size:0px",
            "font-size: 1px",
            "font-size:.05em",
            "font-size:1%",
            "opacity: 0.0",
            "opacity:0.01",
            "opacity:1%",
            "filter: opacity(0)",
            "transform: scale(0)",
            "transform: translateX(-9999px)",
            "position:absolute; left:-9999px",
            "position: fixed; top: -100vh; left: 0",
            "text-indent:-9999em",
            "margin-left:-10000px",
            "width:0;height:0;overflow:hidden",
            "max-height: 0; overflow: hidden",
            "position:absolute;clip:rect(0,0,0,0)",
            "position:absolute!important;clip:rect(1px 1px 1px 1px)",
            "clip-path:inset(100%)",
            "clip-path: circle(0)",
            "clip-path: polygon(0 0, 0 0, 0 0)",
            "color:white",
            "color:#fefefe",
            "color:transparent",
            "color:rgba(0,0,0,0)",
            "color:#123456;background:#123456",
            "background:black",
            "mso-hide:all",
        ] {
            assert!(is_hidden(style), "{style}");
        }
    }

    #[test]
    fn what_can_be_seen_is_no_hiding() {
        for style in [
            "display:block",
            "opacity:0.5",
            "font-size:10px",
            "font-size:0.8em",
            "none",
            "",
            "color:#ddd",
            "color:white;background:navy",
            "color:#fff;background:url(dark.png)",
            "color:#fff;background:#000 url(dark.png) no-repeat",
            "color:#fff;background-image:linear-gradient(#000,#111)",
            "color:var(--ink)",
            "color:transparent;-webkit-background-clip:text;background-image:linear-gradient(red,blue)",
            "position:absolute;left:-20px",
            "left:-9999px",
            "width:0",
            "overflow:hidden;width:100%",
            "clip:rect(0,0,0,0)",
            "position:absolute;clip:rect(0,100px,20px,0)",
            "clip-path: inset(10%)",
            "transform: scale(0.5)",
            "text-indent:2em",
            "margin:0 auto",
        ] {
            assert!(!is_hidden(style), "{style}");
        }
    }
}
