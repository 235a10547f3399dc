//! The variables of templates: the table, and their values for one request.

/// A variable that may be written in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Name without the braces.
    pub name: &'static str,
    /// What the value is, in one sentence.
    pub help: &'static str,
    /// Whether the value changes over time. A system prompt with such a variable is never stable for long, so no
    /// provider can reuse its prompt cache.
    pub volatile: bool,
}

macro_rules! variables {
    ($($name:ident, $volatile:literal, $help:literal;)*) => {
        /// All variables, in the order of document B.
        pub const VARIABLES: [Variable; [$($help),*].len()] =
            [$(Variable { name: stringify!($name), help: $help, volatile: $volatile },)*];

        /// The values of the variables. The caller fills them; an empty value removes the variable from the text.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Variables {
            $(#[doc = $help] pub $name: String,)*
        }

        impl Variables {
            /// The variable with this name and its value; `None` if there is none.
            pub fn find(&self, name: &str) -> Option<(&'static Variable, &str)> {
                let values = [$(&self.$name,)*];
                let at = VARIABLES.iter().position(|variable| variable.name == name)?;
                Some((&VARIABLES[at], values[at]))
            }
        }
    };
}

variables! {
    chatname, false, "The name of the chat set by the host program, or the title of the conversation.";
    chatid, false, "The id of the conversation.";
    chattype, false, "The type of chat: private, group, supergroup or channel.";
    username, false, "The username of the person writing, with @.";
    userfullname, false, "The full name of the person writing.";
    userid, false, "The id of the person writing.";
    timestamp, true, "The current date and time.";
    date, true, "The current date.";
    time, true, "The current time.";
    botname, false, "The assistant's name.";
    botusername, false, "The assistant's username.";
    membercount, false, "The number of people and assistants in the conversation.";
    tools, false, "The names of the tools the model may call.";
    user_memories, false, "The memories about the person writing, as a list.";
    user_pronouns, false, "The user's pronouns, if they are set.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_the_fifteen_variables_of_document_b() {
        let names = VARIABLES.map(|variable| variable.name).join(" ");
        let expected = "chatname chatid chattype username userfullname userid timestamp date time botname botusername \
                    membercount tools user_memories user_pronouns";
        assert_eq!(names, expected);
        let volatile = VARIABLES.iter().filter(|variable| variable.volatile).map(|variable| variable.name);
        assert_eq!(volatile.collect::<Vec<_>>(), ["timestamp", "date", "time"]);
    }

    #[test]
    fn a_value_is_found_under_its_own_name() {
        let values = Variables { date: "2026-11-22".to_owned(), time: "09:00".to_owned(), ..Variables::default() };
        assert_eq!(values.find("time").map(|(variable, value)| (variable.name, value)), Some(("time", "09:00")));
        assert_eq!(values.find("chatname").map(|(_, value)| value), Some(""));
        assert_eq!(values.find("Time"), None);
    }
}
