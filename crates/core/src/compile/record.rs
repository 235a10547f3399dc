//! Records of what was sent: turns a compiled request into a manifest, and a manifest back into the request.

use super::Writer;
use super::{
    Compiled, LayerKind, Origin, Warning, WindowFormat,
    quote::Quote,
    turns::{calls_tools, without_calls},
};
use crate::{
    digest::Digest,
    id::{ConversationId, MessageId},
    manifest::{Fragment, FragmentContent, Manifest, ManifestItem, ManifestLayer, QuoteLength, SourceId, Written},
    message::Message,
    model::{ChatRequest, RequestMessage},
    recalled::RecalledPiece,
};

impl Compiled {
    /// What is stored with the reply: the manifest, and the texts that are not stored messages. `message` is the id
    /// under which the current message is stored.
    pub fn manifest(
        &self,
        conversation: ConversationId,
        reply: MessageId,
        message: MessageId,
    ) -> (Manifest, Vec<Fragment>) {
        let mut fragments = Vec::new();
        let current = self.layers.iter().find(|layer| layer.kind == LayerKind::Message).map(|layer| layer.from);
        let mut item = |index: usize| {
            let sent = &self.request.messages[index];
            let digest = Digest::of_value(sent);
            let origin = self.origins.get(index).cloned().unwrap_or_default();
            let stored = origin.stored.or_else(|| (Some(index) == current).then_some(message));
            match (stored, origin.sources.as_slice()) {
                (Some(id), []) => ManifestItem::Message { id, digest, written: origin.written },
                _ => {
                    fragments.push(fragment(digest, sent, &origin, stored));
                    ManifestItem::Fragment(digest)
                }
            }
        };
        let layers = self.layers.iter().map(|layer| ManifestLayer {
            kind: layer.kind,
            tokens: layer.tokens,
            items: (layer.from..layer.to).map(&mut item).collect(),
        });
        let layers = layers.collect();
        let tools = (!self.request.tools.is_empty()).then(|| {
            let content = FragmentContent::Tools(self.request.tools.clone());
            let digest = Digest::of_value(&content);
            fragments.push(Fragment { digest, content, sources: Vec::new() });
            digest
        });
        let recalled = self.recalled_fragment(message);
        let recalled_digest = recalled.as_ref().map(|fragment| fragment.digest);
        fragments.extend(recalled);
        let manifest = Manifest {
            conversation,
            reply,
            model: self.request.model.clone(),
            layers,
            omitted: self.omitted.clone(),
            format: self.format.clone(),
            tokens: self.tokens,
            budget: self.budget,
            shares: self.shares.clone(),
            provider: Some(self.provider),
            address: None,
            max_response_tokens: self.request.max_response_tokens,
            sampling: self.request.sampling,
            tools,
            recalled: recalled_digest,
            recall_was_late: self.warnings.contains(&Warning::RecallNotReady),
            recalled_by_words: self.warnings.contains(&Warning::RecalledByWords),
            stable_messages: self.request.stable_messages,
            context_tokens: self.request.context_tokens,
            digest: Digest::of_value(&self.request),
        };
        (manifest, fragments)
    }

    /// The recalled pieces as a fragment. It holds words of the question and of what was recalled, so it is derived
    /// from both. `message` is the id of the current message.
    fn recalled_fragment(&self, message: MessageId) -> Option<Fragment> {
        if self.recalled.is_empty() {
            return None;
        }
        let content = FragmentContent::Recalled(self.recalled.clone());
        let digest = Digest::of_value(&(&content, message));
        let question = self.layers.iter().filter(|layer| layer.kind == LayerKind::Message);
        let question = question.flat_map(|layer| &self.origins[layer.from..layer.to]);
        let asked = question
            .flat_map(|origin| origin.stored.map(SourceId::Message).into_iter().chain(origin.sources.iter().copied()));
        let mut sources = vec![SourceId::Message(message)];
        sources.extend(asked.chain(self.recalled.iter().flat_map(|piece| piece.sources.iter().copied())));
        Some(Fragment { digest, content, sources })
    }
}

fn fragment(digest: Digest, sent: &RequestMessage, origin: &Origin, stored: Option<MessageId>) -> Fragment {
    let mut sources = origin.sources.clone();
    sources.extend(stored.map(SourceId::Message));
    Fragment { digest, content: FragmentContent::Message(sent.clone()), sources }
}

/// Why a past request can no longer be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A message of it was erased.
    Message(MessageId),
    /// A fragment of it was erased together with its sources.
    Fragment(Digest),
}

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("A part of this request was erased since, so that it cannot be shown word for word any more.")
    }
}

impl std::error::Error for Missing {}

/// A request that was sent earlier.
#[derive(Clone, Debug, PartialEq)]
pub struct PastRequest {
    /// Its layers, what was omitted, and its sizes.
    pub manifest: Manifest,
    /// The request, byte for byte, or the part that was erased since.
    pub request: Result<ChatRequest, Missing>,
    /// The sources of its messages, as far as they are still stored: one entry for each item of the manifest.
    pub sources: Vec<Vec<SourceId>>,
    /// What was recalled for it, and why; empty if one of its sources was erased.
    pub recalled: Vec<RecalledPiece>,
}

/// The records that a manifest refers to, as far as they are available.
pub trait Named {
    /// A stored message.
    fn message(&self, id: MessageId) -> Option<&Message>;
    /// A fragment.
    fn fragment(&self, digest: Digest) -> Option<&Fragment>;
}

/// Rebuilds the request of a manifest, byte for byte as it was sent.
///
/// # Errors
/// [`Missing`] names the first part that no longer exists.
pub fn rebuild_request(manifest: &Manifest, named: &impl Named) -> Result<ChatRequest, Missing> {
    let items = manifest.layers.iter().flat_map(|layer| &layer.items);
    let messages = items.map(|item| match *item {
        ManifestItem::Message { id, digest, written } => stored_again(&manifest.format, named, (id, digest), written),
        ManifestItem::Fragment(digest) => match named.fragment(digest).map(|fragment| &fragment.content) {
            Some(FragmentContent::Message(message)) => Ok(message.clone()),
            _ => Err(Missing::Fragment(digest)),
        },
    });
    let messages = messages.collect::<Result<_, _>>()?;
    let tools = match manifest.tools {
        None => Vec::new(),
        Some(digest) => match named.fragment(digest).map(|fragment| &fragment.content) {
            Some(FragmentContent::Tools(tools)) => tools.clone(),
            _ => return Err(Missing::Fragment(digest)),
        },
    };
    Ok(ChatRequest {
        model: manifest.model.clone(),
        messages,
        max_response_tokens: manifest.max_response_tokens,
        sampling: manifest.sampling,
        tools,
        stable_messages: manifest.stable_messages,
        context_tokens: manifest.context_tokens,
        attachments: Vec::new(),
    })
}

/// A message alone.
struct Alone<'a>(&'a Message);

impl Named for Alone<'_> {
    fn message(&self, id: MessageId) -> Option<&Message> {
        (self.0.id == id).then_some(self.0)
    }
    fn fragment(&self, _: Digest) -> Option<&Fragment> {
        None
    }
}

/// The manifest with a copy of what was sent of `message` instead of a reference to it; `None`: it does not refer to the
/// message as it is. The message may change then, and the request can still be shown.
pub fn manifest_with_copy(manifest: &Manifest, message: &Message) -> Option<(Manifest, Fragment)> {
    let mut manifest = manifest.clone();
    let format = manifest.format.clone();
    let mut items = manifest.layers.iter_mut().flat_map(|layer| &mut layer.items);
    let copy = items.find_map(|item| {
        let ManifestItem::Message { id, digest, written } = *item else { return None };
        let sent = (id == message.id).then(|| stored_again(&format, &Alone(message), (id, digest), written))?;
        let content = FragmentContent::Message(sent.ok()?);
        *item = ManifestItem::Fragment(digest);
        Some(Fragment { digest, content, sources: vec![SourceId::Message(id)] })
    })?;
    Some((manifest, copy))
}

fn stored_again(
    format: &WindowFormat,
    named: &impl Named,
    (id, digest): (MessageId, Digest),
    written: Option<Written>,
) -> Result<RequestMessage, Missing> {
    let message = named.message(id).ok_or(Missing::Message(id))?;
    let parent = message.reply_to.and_then(|parent| named.message(parent));
    // Calls without results were left out, as in `Classes::written`.
    let text_alone = calls_tools(message).then(|| without_calls(message));
    let forms = || std::iter::once(message).chain(&text_alone);
    let write = |written: Written| {
        let quote = written.quote.and_then(|length| Some(Quote::of(parent?, length == QuoteLength::Named)));
        let mut sent = forms().map(|message| Writer(format).as_sent(message, quote, written.says_when));
        // A message that was altered in storage, or whose quoted message is gone, is not what was sent.
        sent.find(|sent| Digest::of_value(sent) == digest)
    };
    match written {
        Some(written) => write(written),
        None => any_writing().find_map(write),
    }
    .ok_or(Missing::Message(id))
}

/// All possible formats of a message: versions up to 4 stored only the digest of what was sent.
fn any_writing() -> impl Iterator<Item = Written> {
    let quotes = [Some(QuoteLength::Named), Some(QuoteLength::InFull), None].into_iter();
    quotes.flat_map(|quote| [false, true].map(|says_when| Written { says_when, quote }))
}
