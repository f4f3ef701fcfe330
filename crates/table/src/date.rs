//! The date.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns today's date as PDN writes it, `2024.02.29`, in UTC, because the standard library has no time
/// zones. Returns `None` if the clock is before 1970.
pub fn today() -> Option<String> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Some(date(since.as_secs() / 86_400))
}

/// Writes the date of a day, given as a number of days since 1 January 1970.
///
/// Counts years from March, so that a leap day is the last day of its year. Divides the days into periods of
/// 400 years, because the calendar repeats after 400 years.
fn date(day: u64) -> String {
    /// The number of days from 1 March 0000 to 1 January 1970.
    const EPOCH: u64 = 719_468;
    const DAYS_OF_400_YEARS: u64 = 146_097;
    let (era, day) = ((day + EPOCH) / DAYS_OF_400_YEARS, (day + EPOCH) % DAYS_OF_400_YEARS);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March, the lengths of the months repeat every five months: 31, 30, 31, 30, 31, together 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, is_next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", 400 * era + year + is_next_year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_each_other_as_in_the_gregorian_calendar() {
        let mut day = 0;
        for year in 1970..2500 {
            let is_leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
            let february = if is_leap { 29 } else { 28 };
            let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            for (month, length) in (1..).zip(months) {
                for of_month in 1..=length {
                    assert_eq!(date(day), format!("{year:04}.{month:02}.{of_month:02}"));
                    day += 1;
                }
            }
        }
    }

    #[test]
    fn a_known_second_has_its_date() {
        // 1,000,000,000 seconds after the epoch: 9 September 2001, 01:46:40.
        assert_eq!(date(1_000_000_000 / 86_400), "2001.09.09");
    }
}
