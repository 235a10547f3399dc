//! Decides which steps of a connection work, which one fails, and why exactly.

use super::{Listing, Observations, Permission, Server};
use crate::{
    error::{ModelError, ModelErrorKind as Kind},
    provider::ProviderKind,
};

/// A step of connecting. Each depends on those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A browser can call the address.
    Address,
    /// The browser lets the page send requests there.
    Permission,
    /// A server answers at the address.
    Reachable,
    /// The server lets the page read its responses (CORS).
    Cors,
    /// The address is that of the API.
    Path,
    /// The server accepts the key.
    Key,
    /// The server has the model.
    Model,
    /// The model replies.
    Answer,
    /// The model's context is large enough for what will be sent.
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

/// State of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Not known yet.
    Open,
    /// It works.
    Done,
    /// It works, with a warning.
    Warned,
    /// It fails, and so do the steps after it.
    Failed,
}

/// Why a connection fails or is limited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// No browser can call this address.
    NoAddress,
    /// Mixed content: an https page may not call an http address on another computer.
    MixedContent,
    /// The user or a policy denies the page access to the local network.
    PermissionDenied,
    /// The browser has asked for permission and got no answer yet.
    PermissionPending,
    /// No server answers.
    NotReachable,
    /// The server takes longer than the timeout.
    TooSlow,
    /// The server answers but does not let this page's origin read its responses.
    OriginRefused,
    /// The server answers simple requests but refuses the CORS preflight of a real one.
    PreflightRefused,
    /// The server does not know the path.
    WrongPath {
        /// The address that works, if one was found.
        better: Option<String>,
    },
    /// A web page, or something else that is not an API.
    NotAnApi {
        /// The address that works, if one was found.
        better: Option<String>,
    },
    /// The server requires a key.
    NoKey,
    /// The server refuses the key.
    WrongKey,
    /// The server has no model.
    NoModel,
    /// No model is chosen yet.
    ModelNotChosen,
    /// The server does not have the chosen model.
    UnknownModel,
    /// The provider's rate limit is reached.
    Limited,
    /// The test request got no reply; the error explains why.
    NoReply(ModelError),
    /// The model's context is smaller than the settings want.
    ShortContext {
        /// Its context, in tokens.
        has: u32,
    },
    /// The server silently truncates long prompts, and this protocol cannot set the context size.
    CutsInSilence,
}

impl Cause {
    /// The step it belongs to.
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

    /// Whether the connection works nevertheless.
    pub fn is_warning(&self) -> bool {
        matches!(self, Self::ShortContext { .. } | Self::CutsInSilence)
    }
}

/// The diagnosis of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// State of each step, in the order of [`STEPS`].
    pub marks: [Mark; 9],
    /// The problem, if one is known so far.
    pub cause: Option<Cause>,
}

impl Diagnosis {
    /// State of a step.
    pub fn mark(&self, step: Step) -> Mark {
        self.marks[step as usize]
    }

    /// Whether the model replied.
    pub fn works(&self) -> bool {
        self.mark(Step::Answer) == Mark::Done
    }
}

/// Interprets the observations, complete or still in progress.
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

/// The first step that is not known to work, and its problem.
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
    // Not every server has a list of models; a reply is what counts.
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

/// Why the browser shows no response.
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

/// The cause behind a response that is not a list of models; `None` if it does not prevent the connection.
fn refused(seen: &Observations, error: &ModelError) -> Option<Cause> {
    let better = seen.better_address.clone();
    // Some servers have no list. If the model's name is known, the test reply decides.
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

/// The cause behind a failed test request.
fn failed(seen: &Observations, error: &ModelError) -> Cause {
    let has_list = matches!(seen.listing, Some(Listing::Models(_)));
    let is_listed = seen.models().is_empty() || seen.chosen().is_some();
    match error.kind {
        Kind::Unauthorized if seen.has_key => Cause::WrongKey,
        Kind::Unauthorized => Cause::NoKey,
        // The list needs no preflight, the chat request does.
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
        // Ollama's own protocol sets the context size; in this one the server chooses it.
        _ if seen.server == Server::Ollama && seen.kind != ProviderKind::Ollama => Some(Cause::CutsInSilence),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
