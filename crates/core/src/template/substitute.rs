//! Putting values in the places of a template's variables.

/// The values of the variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    /// The conversation's name.
    pub chatname: String,
    /// Its id.
    pub chatid: String,
    /// `private` or `group`.
    pub chattype: String,
    /// The user's short name, with `@`.
    pub username: String,
    /// The user's full name.
    pub userfullname: String,
    /// The user's id.
    pub userid: String,
    /// The date and time.
    pub timestamp: String,
    /// The date.
    pub date: String,
    /// The time.
    pub time: String,
    /// What the assistant is called.
    pub botname: String,
    /// Its short name, with `@`.
    pub botusername: String,
    /// How many take part.
    pub membercount: String,
    /// The tools.
    pub tools: String,
    /// The facts, as a bullet list.
    pub user_memories: String,
    /// The user's pronouns.
    pub user_pronouns: String,
}

/// A template with its values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Substituted {
    /// The text.
    pub text: String,
    /// Variables that do not exist, as written.
    pub unknown: Vec<String>,
    /// Variables that change from request to request.
    pub volatile: Vec<&'static str>,
    /// Whether `{user_memories}` is in it.
    pub holds_memories: bool,
}

/// Puts the values in.
pub fn substitute(text: &str, values: &Variables) -> Substituted {
    let holds_memories = text.contains("{user_memories}");
    let text = text.replace("{user_memories}", &values.user_memories).replace("{botname}", &values.botname);
    Substituted { text, holds_memories, ..Substituted::default() }
}
