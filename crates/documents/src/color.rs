//! Colours as pages and documents write them, and whether a text in one can be seen on another.

/// Largest difference of a channel at which a text cannot be told from its background.
const NEAR: u8 = 24;
/// Opacity at which nothing can be seen.
const LEAST_OPACITY: f32 = 0.06;

/// A colour without transparency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) [u8; 3]);

impl Color {
    pub(crate) const BLACK: Self = Self([0; 3]);
    pub(crate) const WHITE: Self = Self([255; 3]);

    /// Whether a text in one colour cannot be seen on the other.
    pub(crate) fn is_near(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(one, other)| one.abs_diff(other) <= NEAR)
    }

    /// Six digits without a sign before them.
    pub(crate) fn of_digits(digits: &str) -> Option<Self> {
        let value = Some(digits).filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        u32::from_str_radix(value, 16).ok().map(Self::of_number)
    }

    /// A number such as `0xFF8800`.
    fn of_number(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self([red, green, blue])
    }
}

/// What a value of CSS paints with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// A colour. What shines through it is not considered.
    Color(Color),
    /// Nothing.
    Nothing,
}

/// A value of CSS, in lower case; `None` if it is not understood.
pub(crate) fn paint(value: &str) -> Option<Paint> {
    let value = value.trim();
    if value == "transparent" {
        return Some(Paint::Nothing);
    }
    if let Some(digits) = value.strip_prefix('#') {
        return of_hash(digits);
    }
    if let Some((name, channels)) = value.split_once('(') {
        return of_function(name.trim(), channels.trim_end_matches(')'));
    }
    NAMES.iter().find(|(name, _)| *name == value).map(|(_, rgb)| Paint::Color(Color::of_number(*rgb)))
}

fn of_hash(digits: &str) -> Option<Paint> {
    let is_short = matches!(digits.len(), 3 | 4);
    let long: String = if is_short { digits.chars().flat_map(|digit| [digit; 2]).collect() } else { digits.to_owned() };
    let color = Color::of_digits(long.get(..6)?)?;
    match long.get(6..).filter(|alpha| !alpha.is_empty()) {
        Some(alpha) => Some(seen(color, f32::from(u8::from_str_radix(alpha, 16).ok()?) / 255.0)),
        None => Some(Paint::Color(color)),
    }
}

fn of_function(name: &str, channels: &str) -> Option<Paint> {
    let values: Vec<&str> = channels.split([',', '/', ' ']).filter(|value| !value.is_empty()).collect();
    let [first, second, third, rest @ ..] = values.as_slice() else { return None };
    let number = |value: &str, whole: f32| match value.strip_suffix('%') {
        Some(share) => share.parse::<f32>().ok().map(|share| share / 100.0 * whole),
        None => value.trim_end_matches("deg").parse().ok(),
    };
    let opacity = rest.first().map_or(Some(1.0), |value| number(value, 1.0))?;
    let channels = match name {
        "rgb" | "rgba" => [number(first, 255.0)?, number(second, 255.0)?, number(third, 255.0)?],
        "hsl" | "hsla" => of_hue(number(first, 360.0)?, number(second, 1.0)?, number(third, 1.0)?),
        _ => return None,
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in the range")]
    let color = Color(channels.map(|channel| channel.clamp(0.0, 255.0).round() as u8));
    Some(seen(color, opacity))
}

fn seen(color: Color, opacity: f32) -> Paint {
    if opacity < LEAST_OPACITY { Paint::Nothing } else { Paint::Color(color) }
}

fn of_hue(hue: f32, saturation: f32, lightness: f32) -> [f32; 3] {
    let span = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|channel| {
        let at = (channel + hue / 30.0).rem_euclid(12.0);
        255.0 * (lightness - span * (at - 3.0).min(9.0 - at).clamp(-1.0, 1.0))
    })
}

/// Names of colours: the usual ones, and all that are nearly white or nearly black.
const NAMES: &[(&str, u32)] = &[
    ("aliceblue", 0x00F0_F8FF),
    ("azure", 0x00F0_FFFF),
    ("beige", 0x00F5_F5DC),
    ("black", 0x0000_0000),
    ("blue", 0x0000_00FF),
    ("brown", 0x00A5_2A2A),
    ("cornsilk", 0x00FF_F8DC),
    ("cyan", 0x0000_FFFF),
    ("darkblue", 0x0000_008B),
    ("darkgray", 0x00A9_A9A9),
    ("darkgreen", 0x0000_6400),
    ("darkred", 0x008B_0000),
    ("floralwhite", 0x00FF_FAF0),
    ("gainsboro", 0x00DC_DCDC),
    ("ghostwhite", 0x00F8_F8FF),
    ("gold", 0x00FF_D700),
    ("gray", 0x0080_8080),
    ("green", 0x0000_8000),
    ("grey", 0x0080_8080),
    ("honeydew", 0x00F0_FFF0),
    ("indigo", 0x004B_0082),
    ("ivory", 0x00FF_FFF0),
    ("lavender", 0x00E6_E6FA),
    ("lavenderblush", 0x00FF_F0F5),
    ("lightblue", 0x00AD_D8E6),
    ("lightcyan", 0x00E0_FFFF),
    ("lightgray", 0x00D3_D3D3),
    ("lightgrey", 0x00D3_D3D3),
    ("lightyellow", 0x00FF_FFE0),
    ("lime", 0x0000_FF00),
    ("linen", 0x00FA_F0E6),
    ("magenta", 0x00FF_00FF),
    ("maroon", 0x0080_0000),
    ("mintcream", 0x00F5_FFFA),
    ("navy", 0x0000_0080),
    ("oldlace", 0x00FD_F5E6),
    ("orange", 0x00FF_A500),
    ("pink", 0x00FF_C0CB),
    ("purple", 0x0080_0080),
    ("red", 0x00FF_0000),
    ("seashell", 0x00FF_F5EE),
    ("silver", 0x00C0_C0C0),
    ("snow", 0x00FF_FAFA),
    ("teal", 0x0000_8080),
    ("white", 0x00FF_FFFF),
    ("whitesmoke", 0x00F5_F5F5),
    ("yellow", 0x00FF_FF00),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_css_writes_them() {
        let white = Some(Paint::Color(Color::WHITE));
        for value in
            ["white", "#fff", "#FFFFFF", "#ffff", "rgb(255,255,255)", "rgb(100% 100% 100% / 1)", "hsl(0, 0%, 100%)"]
        {
            assert_eq!(paint(value), white, "{value}");
        }
        assert_eq!(paint("hsl(120,100%,25%)"), Some(Paint::Color(Color([0, 128, 0]))));
        for value in ["transparent", "rgba(0, 0, 0, 0)", "#ffffff00", "rgb(0 0 0 / 5%)"] {
            assert_eq!(paint(value), Some(Paint::Nothing), "{value}");
        }
        for value in ["var(--ink)", "currentcolor", "#ff", "#éé", "rgb(1,2)", "url(a.png)", ""] {
            assert_eq!(paint(value), None, "{value}");
        }
    }

    #[test]
    fn only_what_cannot_be_told_apart_is_near() {
        assert!(Color::WHITE.is_near(Color([250, 245, 240])));
        assert!(!Color::WHITE.is_near(Color([220, 220, 220])));
        assert!(!Color([255, 0, 0]).is_near(Color([0, 128, 0])));
    }
}
