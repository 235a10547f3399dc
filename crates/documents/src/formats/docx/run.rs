//! Properties of text that say whether it can be seen.

use crate::{color::Color, xml};
use quick_xml::events::BytesStart;

/// Smaller text cannot be seen, in half points.
const LEAST_SIZE: f32 = 3.0;

/// What is behind a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shade {
    Color(Color),
    /// A pattern, a shape or a picture.
    Unknown,
}

/// Where letters stand in their line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Script {
    #[default]
    None,
    Raised,
    Lowered,
}

/// What a run, or the style of one, sets. What it does not set is as in the style.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    is_hidden: Option<bool>,
    /// `None` inside is a colour that Word chooses so that it can be seen.
    color: Option<Option<Color>>,
    size: Option<f32>,
    shade: Option<Shade>,
    script: Option<Script>,
}

impl Run {
    /// Sets a property. Others are passed over.
    pub(super) fn set(&mut self, name: &str, tag: &BytesStart<'_>) {
        let value = || xml::attribute(tag, "val").unwrap_or_default();
        match name {
            "vanish" => self.is_hidden = Some(is_on(xml::attribute(tag, "val").as_deref())),
            "color" => self.color = Some(Color::of_digits(&value())),
            "sz" => self.size = value().parse().ok(),
            "highlight" if value() != "none" => self.shade = Some(Shade::Unknown),
            "shd" => self.shade = shade(tag).or(self.shade),
            "vertAlign" => {
                self.script = Some(match value().as_str() {
                    "superscript" => Script::Raised,
                    "subscript" => Script::Lowered,
                    _ => Script::None,
                });
            }
            _ => {}
        }
    }

    /// Where its letters stand.
    pub(super) fn script(&self) -> Script {
        self.script.unwrap_or_default()
    }

    /// With what another one sets, where this one sets nothing.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            is_hidden: self.is_hidden.or(other.is_hidden),
            color: self.color.or(other.color),
            size: self.size.or(other.size),
            shade: self.shade.or(other.shade),
            script: self.script.or(other.script),
        }
    }

    /// Whether the text cannot be seen on what is behind it.
    pub(super) fn is_unseen(&self, behind: Shade) -> bool {
        let is_drowned = match (self.color.flatten(), self.shade.unwrap_or(behind)) {
            (Some(color), Shade::Color(behind)) => color.is_near(behind),
            _ => false,
        };
        is_drowned || self.is_hidden == Some(true) || self.size.is_some_and(|size| size < LEAST_SIZE)
    }
}

/// What a shading paints; `None` if it paints nothing.
pub(super) fn shade(tag: &BytesStart<'_>) -> Option<Shade> {
    let value = |name| xml::attribute(tag, name).unwrap_or_default();
    let fill = value("fill");
    match value("val").as_str() {
        "clear" | "nil" | "" if fill.is_empty() || fill == "auto" => None,
        "clear" | "nil" | "" => Some(Color::of_digits(&fill).map_or(Shade::Unknown, Shade::Color)),
        _ => Some(Shade::Unknown),
    }
}

/// Whether a property that is there is on.
pub(super) fn is_on(value: Option<&str>) -> bool {
    !matches!(value, Some("0" | "false" | "off" | "none"))
}
