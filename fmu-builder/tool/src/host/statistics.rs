//! Solver statistics that an FMU reports for a run.

use super::callbacks::LogMessage;

/// Category of the message, one of the FMU's log categories.
const CATEGORY: &str = "logStatistics";

/// Numbers and words by name, as `name = value` pairs with commas between say them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Names and values in the order of the message.
    pub entries: Vec<(String, String)>,
}

impl Statistics {
    /// The statistics in a message; none in messages of other categories, or of another form.
    pub fn from_message(message: &LogMessage) -> Option<Self> {
        if message.category != CATEGORY {
            return None;
        }
        let entry =
            |pair: &str| pair.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
        let entries: Option<Vec<_>> = message.text.split(',').map(entry).collect();
        entries.map(|entries| Self { entries })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use fmu_core::instance::Work;
    use fmu_core::log_categories::LOG_CATEGORIES;

    use super::super::status::Status;
    use super::*;

    fn message(category: &str, text: &str) -> LogMessage {
        LogMessage { status: Status::Ok, category: category.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn what_the_runtime_says_is_understood() {
        assert!(LOG_CATEGORIES.iter().any(|category| category.name() == CATEGORY));
        let work = Work { events: 7, explicit: "Verner65", ..Work::default() };
        let statistics = Statistics::from_message(&message(CATEGORY, &work.to_string())).unwrap();
        let value = |name: &str| statistics.entries.iter().find(|entry| entry.0 == name).unwrap().1.as_str();
        assert_eq!((value("events"), value("steps"), value("method")), ("7", "0", "Verner65"));
    }

    #[test]
    fn other_messages_are_none() {
        assert_eq!(Statistics::from_message(&message("logEvents", "steps = 1")), None);
        assert_eq!(Statistics::from_message(&message(CATEGORY, "one step was made")), None);
    }
}
