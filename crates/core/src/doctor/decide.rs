//! The decision: which steps of a connection work, which one does not, and why exactly.

use super::{Listing, Observations, Permission, Server};
use crate::{
    error::{ModelError, ModelErrorKind as Kind},
    provider::ProviderKind,
};

/// A step on the way to a reply. Each needs those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// The address is one that a browser can call.
    Address,
    /// The browser lets the page ask there.
    Permission,
    /// Somebody answers there.
    Reachable,
    /// The server lets the page see its answers.
    Cors,
    /// The address is that of the API.
    Path,
    /// The key is taken.
    Key,
    /// The model is there.
    Model,
    /// The model answers.
    Answer,
    /// The model takes as much as it will be sent.
    Context,
}

/// All steps, in order.
pub const STEPS: [Step; 9] = [
    Step::Address,
    Step::Permission,
    Step::Reachable,
    Step::Cors,
    Step::Path,
    Step::Key,
    Step::Model,
    Step::Answer,
    Step::Context,
];

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Not known yet.
    Open,
    /// It works.
    Done,
    /// It works, and something is to be known.
    Warned,
    /// It does not work; those after it cannot.
    Failed,
}

/// Why a connection does not work, or not as it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// No browser can call this address.
    NoAddress,
    /// An https page may not call an http address elsewhere.
    MixedContent,
    /// The user, or a rule, keeps the page from the local network.
    PermissionDenied,
    /// The browser asks whether the page may, and got no answer.
    PermissionPending,
    /// Nobody answers.
    NotReachable,
    /// The server takes longer than one waits.
    TooSlow,
    /// The server is there, and does not let this page see its answers.
    OriginRefused,
    /// The server answers simple questions, and refuses the preflight before a real one.
    PreflightRefused,
    /// The server does not know the path; where it is better asked.
    WrongPath {
        /// The address that works; `None`: none was found.
        better: Option<String>,
    },
    /// A web page, or something else that is no API.
    NotAnApi {
        /// The address that works; `None`: none was found.
        better: Option<String>,
    },
    /// The server wants a key.
    NoKey,
    /// The server does not take the key.
    WrongKey,
    /// The server has no model.
    NoModel,
    /// No model is chosen yet.
    ModelNotChosen,
    /// The server does not have the chosen model.
    UnknownModel,
    /// The provider has had enough questions for now.
    Limited,
    /// The test answer did not come, for a reason that has its own sentence.
    NoReply(ModelError),
    /// The model takes fewer tokens than the settings want.
    ShortContext {
        /// How many it takes.
        has: u32,
    },
    /// The server cuts long prompts without a word, and nothing can be asked of it in this protocol.
    CutsInSilence,
}

impl Cause {
    /// The step that it belongs to.
    pub fn step(&self) -> Step {
        match self {
            Self::NoAddress => Step::Address,
            Self::MixedContent | Self::PermissionDenied | Self::PermissionPending => Step::Permission,
            Self::NotReachable | Self::TooSlow => Step::Reachable,
            Self::OriginRefused | Self::PreflightRefused => Step::Cors,
            Self::WrongPath { .. } | Self::NotAnApi { .. } => Step::Path,
            Self::NoKey | Self::WrongKey => Step::Key,
            Self::NoModel | Self::ModelNotChosen | Self::UnknownModel => Step::Model,
            Self::Limited | Self::NoReply(_) => Step::Answer,
            Self::ShortContext { .. } | Self::CutsInSilence => Step::Context,
        }
    }

    /// Whether the connection works all the same.
    pub fn is_warning(&self) -> bool {
        matches!(self, Self::ShortContext { .. } | Self::CutsInSilence)
    }
}

/// What is known of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// How each step went, in the order of [`STEPS`].
    pub marks: [Mark; 9],
    /// What is wrong; `None`: nothing that is known so far.
    pub cause: Option<Cause>,
}

impl Diagnosis {
    /// How a step went.
    pub fn mark(&self, step: Step) -> Mark {
        self.marks[step as usize]
    }

    /// Whether a reply came.
    pub fn works(&self) -> bool {
        self.mark(Step::Answer) == Mark::Done
    }
}

/// What the observations mean. The same function tells while they are being made and when all are there.
pub fn diagnose(seen: &Observations) -> Diagnosis {
    let (reached, cause) = decide(seen);
    let mut marks = [Mark::Open; 9];
    for step in STEPS.into_iter().filter(|&step| step < reached) {
        marks[step as usize] = Mark::Done;
    }
    if let Some(cause) = &cause {
        marks[cause.step() as usize] = if cause.is_warning() { Mark::Warned } else { Mark::Failed };
    } else if reached == Step::Context && seen.context.is_some() {
        marks[Step::Context as usize] = Mark::Done;
    }
    Diagnosis { marks, cause }
}

/// The first step that is not known to work, and what is wrong with it.
fn decide(seen: &Observations) -> (Step, Option<Cause>) {
    let found = |cause: Cause| (cause.step(), Some(cause));
    if !seen.is_address {
        return found(Cause::NoAddress);
    }
    if seen.is_mixed {
        return found(Cause::MixedContent);
    }
    if seen.is_local && seen.permission == Permission::Denied {
        return found(Cause::PermissionDenied);
    }
    let Some(listing) = &seen.listing else { return (Step::Permission, None) };
    let refusal = match listing {
        Listing::NoAnswer => return unseen(seen),
        Listing::TooLong => return found(Cause::TooSlow),
        Listing::Models(_) => None,
        Listing::Refused(error) => Some(error),
    };
    // A list is not everywhere; a reply is what counts.
    let answers = matches!(seen.answer, Some(Ok(())));
    if let Some(cause) = refusal.filter(|_| !answers).and_then(|error| refused(seen, error)) {
        return found(cause);
    }
    if let (None, true) = (refusal, seen.models().is_empty()) {
        let is_anybodys = seen.model.is_empty() || matches!(seen.server, Server::Ollama | Server::LmStudio);
        if is_anybodys && !answers {
            return found(Cause::NoModel);
        }
    }
    if seen.model.is_empty() {
        return found(Cause::ModelNotChosen);
    }
    match &seen.answer {
        None => {
            let is_missing = !seen.models().is_empty() && seen.chosen().is_none();
            (if is_missing { Step::Model } else { Step::Answer }, None)
        }
        Some(Err(error)) => found(failed(seen, error)),
        Some(Ok(())) => (Step::Context, context(seen)),
    }
}

/// The browser shows no answer: why.
fn unseen(seen: &Observations) -> (Step, Option<Cause>) {
    let cause = match (seen.is_there, seen.answers_without_headers) {
        (None, _) => return (Step::Reachable, None),
        (Some(false), _) if seen.is_local && seen.is_page_remote && seen.permission == Permission::Prompt => {
            Cause::PermissionPending
        }
        (Some(false), _) => Cause::NotReachable,
        (Some(true), None) => return (Step::Cors, None),
        (Some(true), Some(true)) => Cause::PreflightRefused,
        (Some(true), Some(false)) => Cause::OriginRefused,
    };
    (cause.step(), Some(cause))
}

/// What an answer means that is no list of models; `None`: nothing that has to stop us.
fn refused(seen: &Observations, error: &ModelError) -> Option<Cause> {
    let better = seen.better_address.clone();
    // Some servers have no list. With the model's name the reply tells.
    let may_have_no_list = better.is_none() && !seen.model.is_empty() && seen.answer.is_none();
    match error.kind {
        Kind::Unauthorized if seen.has_key => Some(Cause::WrongKey),
        Kind::Unauthorized => Some(Cause::NoKey),
        Kind::RateLimited => Some(Cause::Limited),
        Kind::TimedOut => Some(Cause::TooSlow),
        Kind::NotFound | Kind::BadRequest if may_have_no_list => None,
        Kind::NotFound => Some(Cause::WrongPath { better }),
        Kind::NotTheProtocol => Some(Cause::NotAnApi { better }),
        Kind::BadRequest => seen.answer.as_ref().is_none().then_some(Cause::WrongPath { better }),
        _ => Some(Cause::NoReply(error.clone())),
    }
}

/// What it means that the test answer did not come.
fn failed(seen: &Observations, error: &ModelError) -> Cause {
    let has_list = matches!(seen.listing, Some(Listing::Models(_)));
    let is_listed = seen.models().is_empty() || seen.chosen().is_some();
    match error.kind {
        Kind::Unauthorized if seen.has_key => Cause::WrongKey,
        Kind::Unauthorized => Cause::NoKey,
        // The list needs no preflight, and the question does.
        Kind::OriginRefused | Kind::Unreachable => Cause::PreflightRefused,
        Kind::RateLimited => Cause::Limited,
        Kind::NotFound if !has_list => Cause::WrongPath { better: seen.better_address.clone() },
        Kind::NotFound => Cause::UnknownModel,
        Kind::BadRequest | Kind::ServerError if !is_listed => Cause::UnknownModel,
        Kind::NotTheProtocol => Cause::NotAnApi { better: seen.better_address.clone() },
        _ => Cause::NoReply(error.clone()),
    }
}

fn context(seen: &Observations) -> Option<Cause> {
    match seen.context? {
        Some(has) if has < seen.wanted_tokens => Some(Cause::ShortContext { has }),
        // In its own protocol it is told how much to take; in this one it takes what it likes.
        _ if seen.server == Server::Ollama && seen.kind != ProviderKind::Ollama => Some(Cause::CutsInSilence),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
