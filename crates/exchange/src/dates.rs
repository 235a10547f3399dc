//! Reads the times of exports: numbers, ISO 8601, and what programs write for people.

use crate::fields::get;
use ricordo_core::time::Timestamp;
use serde_json::Value;

/// Numbers below are seconds since 1970, others are milliseconds.
const SECONDS: f64 = 1e11;
/// The last second of the year 9999, in milliseconds since 1970.
const LAST: i64 = 253_402_300_799_000;

/// The time of a value: a number of seconds or milliseconds since 1970, or a text.
pub(crate) fn time(value: &Value) -> Option<Timestamp> {
    if let Some(text) = value.as_str() {
        return written(text);
    }
    number(value.as_f64()?)
}

/// The first of these fields that is a time.
#[inline(never)]
pub(crate) fn time_of(value: &Value, fields: &[&str]) -> Option<Timestamp> {
    fields.iter().find_map(|field| time(get(value, field)))
}

fn number(value: f64) -> Option<Timestamp> {
    let milliseconds = if value.abs() < SECONDS { value * 1_000.0 } else { value };
    #[allow(clippy::cast_possible_truncation, reason = "in the range of a calendar")]
    let at = milliseconds as i64;
    (value.is_finite() && (0..=LAST).contains(&at)).then_some(Timestamp(at))
}

/// The time of a text. A time without an offset from UTC is taken as UTC.
pub(crate) fn written(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(value) = text.parse::<f64>() {
        return number(value);
    }
    // 14:37:12 25/06/2024
    if let Some((clock, date)) = text.split_once(' ')
        && clock.contains(':')
        && !clock.contains(['-', '/', '.'])
        && !date.contains(':')
    {
        return written(&format!("{date} {clock}"));
    }
    let numbers = numbers(text);
    let (year, month, day, rest) = date(text, &numbers)?;
    let of = |at: usize| numbers.get(at).copied();
    let hour = match (of(rest).unwrap_or(0), half_of_day(text)) {
        (12, Some(false)) => 0,
        (hour @ 1..=11, Some(true)) => hour + 12,
        (hour, _) => hour,
    };
    let (minute, second) = (of(rest + 1).unwrap_or(0), of(rest + 2).unwrap_or(0));
    let is_valid = (1..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        && second < 61;
    let seconds = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset(text);
    let at = seconds * 1_000 + milliseconds(text);
    (is_valid && (0..=LAST).contains(&at)).then_some(Timestamp(at))
}

/// Year, month and day of a text, and the place of its hours among the numbers.
fn date(text: &str, numbers: &[i64]) -> Option<(i64, i64, i64, usize)> {
    let of = |at: usize| numbers.get(at).copied();
    let (year, month, day, rest) = match month_named(text) {
        // June 25, 2024 2:37pm, 25 juin 2024 14:37
        Some(month) => (of(1)?, month, of(0)?, 2),
        // 2024-06-25T14:37:12.123Z, 2024-6-25 @14h 37m 12s 123ms, 2024/6/25 14:37:12
        None if of(0)? > 31 => (of(0)?, of(1)?, of(2)?, 3),
        // 6/25/2024, 2:37:12 PM, 6月 25, 2024 2:37pm. Those who write the day first write pm in small letters.
        None if text.contains('月')
            || (text.contains('/') && text.contains(['A', 'P'])) && half_of_day(text).is_some() =>
        {
            (of(2)?, of(0)?, of(1)?, 3)
        }
        // 25.06.2024, 14:37:12
        None => (of(2)?, of(1)?, of(0)?, 3),
    };
    let (month, day) = if month > 12 && day <= 12 { (day, month) } else { (month, day) };
    // The Buddhist calendar of Thailand.
    let year = if (2_400..2_700).contains(&year) { year - 543 } else { year };
    Some((year, month, day, rest))
}

/// The numbers of a text, in order, up to the first that is too long.
fn numbers(text: &str) -> Vec<i64> {
    let digits = text.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
    digits.map_while(|digits| digits.parse().ok().filter(|_| digits.len() < 10)).collect()
}

/// How the months begin in the languages of browsers, in which programs write their names.
const MONTHS: [&str; 12] = [
    "jan ene gen янв січ sty oca 一月",
    "feb fév fev фев лют lut şub 二月",
    "mar mär maa мар бер 三月",
    "apr avr abr апр кві kwi nis 四月",
    "may mai mag mei maj мая май тра 五月",
    "jun juin giu июн чер cze haz 六月",
    "jul juil lug июл лип lip tem 七月",
    "aug aoû ago авг сер sie ağu 八月",
    "sep set сен вер wrz eyl 九月",
    "oct okt out ott окт жов paź eki 十月",
    "nov ноя лис lis kas 十一月",
    "dec dez déc dic дек гру gru ara 十二月",
];

/// The month that a text names before its time of day.
fn month_named(text: &str) -> Option<i64> {
    let text = text.split(':').next().unwrap_or_default().to_lowercase();
    let words = text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
    words.filter_map(month).next_back().and_then(|at| i64::try_from(at + 1).ok())
}

/// The month, from 0, that a word in small letters names, by how it begins.
pub(crate) fn month(word: &str) -> Option<usize> {
    MONTHS.iter().position(|names| names.split(' ').any(|name| word.starts_with(name)))
}

/// Whether a time is before or after noon; `None` if it has 24 hours.
fn half_of_day(text: &str) -> Option<bool> {
    const HALVES: [(&str, bool); 8] = [
        ("上午", false),
        ("下午", true),
        ("午前", false),
        ("午後", true),
        ("오전", false),
        ("오후", true),
        ("凌晨", false),
        ("晚上", true),
    ];
    let letters: String = text.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect();
    let at_end = match letters.as_str() {
        end if end.ends_with("am") => Some(false),
        end if end.ends_with("pm") => Some(true),
        _ => None,
    };
    at_end.or_else(|| HALVES.iter().find(|(word, _)| text.contains(word)).map(|(_, half)| *half))
}

/// The fraction of a second, in milliseconds.
fn milliseconds(text: &str) -> i64 {
    let digits = match (text.strip_suffix("ms"), text.rsplit_once('.')) {
        (Some(before), _) => before.rsplit(' ').next().unwrap_or_default(),
        (None, Some((before, after))) if before.contains(':') => after,
        _ => return 0,
    };
    let digits: String = digits.chars().take_while(char::is_ascii_digit).take(3).collect();
    if text.ends_with("ms") { digits.parse().unwrap_or(0) } else { format!("{digits:0<3}").parse().unwrap_or(0) }
}

/// The offset from UTC in seconds, such as `+02:00`.
fn offset(text: &str) -> i64 {
    let Some((_, clock)) = text.split_once('T') else { return 0 };
    let Some(at) = clock.find(['+', '-']) else { return 0 };
    let digits: String = clock[at + 1..].chars().filter(char::is_ascii_digit).take(4).collect();
    let Ok(value) = digits.parse::<i64>() else { return 0 };
    let seconds = if digits.len() == 4 { value / 100 * 3_600 + value % 100 * 60 } else { value * 3_600 };
    if clock[at..].starts_with('-') { -seconds } else { seconds }
}

/// Days since 1970 of a date of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that the leap day is the last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * month + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn at(text: &str) -> Option<i64> {
        written(text).map(|at| at.0)
    }

    #[test]
    fn numbers_are_seconds_or_milliseconds() {
        for value in [json!(1_700_000_000), json!(1_700_000_000.0), json!(1_700_000_000_000_i64), json!("1700000000")] {
            assert_eq!(time(&value), Some(Timestamp(1_700_000_000_000)), "{value}");
        }
        for value in [json!(null), json!(-5), json!(1e300), json!("soon"), json!(""), json!([1])] {
            assert_eq!(time(&value), None, "{value}");
        }
    }

    #[test]
    fn iso_times_have_a_fraction_and_an_offset() {
        assert_eq!(at("2023-11-14T22:13:20Z"), Some(1_700_000_000_000));
        assert_eq!(at("2023-11-14T22:13:20.123456Z"), Some(1_700_000_000_123));
        assert_eq!(at("2023-11-14T22:13:20.5+00:00"), Some(1_700_000_000_500));
        assert_eq!(at("2023-11-15T00:13:20+02:00"), Some(1_700_000_000_000));
        assert_eq!(at("2023-11-14T17:13:20-0500"), Some(1_700_000_000_000));
        assert_eq!(at("2000-02-29"), Some(951_782_400_000));
        assert_eq!(at("2023-13-14T22:13:20Z"), None);
    }

    #[test]
    fn what_programs_write_for_people_is_read() {
        let expected = Some(1_719_326_220_000);
        for text in [
            "June 25, 2024 2:37pm",
            "2024-6-25 @14h 37m 00s",
            "2024-06-25@14h37m00s",
            "6/25/2024, 2:37:00 PM",
            "25.06.2024, 14:37:00",
            "2024/6/25 14:37:00",
            "25/06/2024, 14:37:00",
            "25/06/2024, 2:37:00 pm",
            "6/25/2024, 2:37:00\u{202f}PM",
            "25/6/2024, 2:37:00 p. m.",
            "2024/6/25 下午2:37:00",
            "2024. 6. 25. 오후 2:37:00",
            "14:37:00 25/6/2024",
            "25/6/2567 14:37:00",
            "2024年6月25日 14:37",
            "Juni 25, 2024 2:37pm",
            "juin 25, 2024 2:37pm",
            "июнь 25, 2024 2:37pm",
            "червень 25, 2024 2:37pm",
            "六月 25, 2024 2:37pm",
            "6月 25, 2024 2:37pm",
            "25 июня 2024 г. 14:37",
            "Tue Jun 25 2024 14:37:00 GMT",
        ] {
            assert_eq!(at(text), expected, "{text}");
        }
        assert_eq!(at("2024-6-25 @14h 37m 12s 123ms"), Some(1_719_326_232_123));
        assert_eq!(at("June 25, 2024 12:05am"), Some(1_719_273_900_000));
        assert_eq!(at("Dezember 1, 2024 1:00am"), Some(1_733_014_800_000));
        assert_eq!(at("十一月 1, 2024 1:00am"), Some(1_730_422_800_000));
        assert_eq!(at("2026-09-15@19h27m59s"), Some(1_789_500_479_000));
    }
}
