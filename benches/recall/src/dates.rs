//! Dates as the data writes them: `1:56 pm on 8 May, 2023`.

use ricordo_record::time::Timestamp;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

pub(crate) fn read(text: &str) -> Option<Timestamp> {
    let (clock, date) = text.split_once(" on ")?;
    let (time, half) = clock.trim().split_once(' ')?;
    let (hour, minute) = time.split_once(':')?;
    let hour = hour.parse::<i64>().ok()? % 12 + if half.eq_ignore_ascii_case("pm") { 12 } else { 0 };
    let minute: i64 = minute.parse().ok()?;
    let mut words = date.split([' ', ',']).filter(|word| !word.is_empty());
    let day: i64 = words.next()?.parse().ok()?;
    let month = words.next()?.to_ascii_lowercase();
    let month = MONTHS.iter().position(|name| month.starts_with(name))?;
    let year: i64 = words.next()?.parse().ok()?;
    let days = days_before(year, i64::try_from(month).ok()? + 1) + day - 1;
    Some(Timestamp(((days * 24 + hour) * 60 + minute) * 60_000))
}

/// Days from 1970 to the first of a month.
fn days_before(year: i64, month: i64) -> i64 {
    // Counted in years that begin in March, so that a leap day is the last of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (153 * month + 2) / 5 - 719_468
}
