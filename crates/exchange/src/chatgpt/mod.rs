//! ChatGPT's export: a list of conversations, each a tree of messages under the ids of its nodes.
//!
//! `tree` puts the nodes in order, `content` classifies messages, `names` derives ids that are the same at the next
//! import. The model's thoughts, tool calls and tool results are folded into the reply that follows them; what ChatGPT
//! hides is left out. Each fork of the tree becomes a branch, and the branch that was shown is active.

mod content;
mod names;
mod tree;

use crate::{
    archive::{Archive, Asset},
    format::{Format, Out},
};
use content::{NodeText, Piece};
use names::Names;
use ricordo_core::{
    branch::{Branch, Sequence},
    compile::message_tokens,
    conversation::{Conversation, TitleOrigin},
    exchange::{self, Why},
    id::{BlobId, BranchId},
    message::{Message, Part, Role},
    record::Record,
    settings::OwnSettings,
    time::Timestamp,
};
use serde_json::Value;
use tree::{Place, Tree};

pub(crate) struct ChatGpt;

impl Format for ChatGpt {
    fn name(&self) -> exchange::Format {
        exchange::Format::ChatGpt
    }

    fn element(&mut self, number: u64, json: &str, out: &mut Out) -> bool {
        let unnamed = format!("#{number}");
        let Ok(value) = serde_json::from_str::<Value>(json) else {
            out.skip(&unnamed, Why::Unreadable);
            // The nodes of a damaged conversation have this field; without it, the text is not of this format.
            return json.contains("\"mapping\"");
        };
        let title = value["title"].as_str().unwrap_or_default().trim();
        let called = if title.is_empty() { &unnamed } else { title };
        let Some(mapping) = value["mapping"].as_object() else {
            out.skip(called, Why::Unreadable);
            return false;
        };
        let tree = Tree::of(mapping, value["current_node"].as_str());
        if tree.places.is_empty() {
            out.skip(called, Why::Empty);
        } else {
            Writing::new(&value, title, &tree).write(out);
        }
        true
    }
}

/// A conversation that is converted to records.
struct Writing<'a> {
    value: &'a Value,
    title: &'a str,
    tree: &'a Tree,
    names: Names,
    created_at: Timestamp,
}

/// A segment of the tree that becomes a branch.
struct Grown {
    branch: Branch,
    /// Indices into [`Tree::places`], in order.
    places: Vec<usize>,
    /// Token sum of the messages before the segment.
    tokens_before: u64,
}

/// The parts of a message. Images that are in the archive are included, the others become placeholders.
struct Spoken {
    parts: Vec<Part>,
    tokens: u32,
}

impl<'a> Writing<'a> {
    fn new(value: &'a Value, title: &'a str, tree: &'a Tree) -> Self {
        let first = tree.places.iter().filter_map(|place| place.at).min();
        let created_at = time(&value["create_time"]).or(first).unwrap_or_default();
        let id = ["conversation_id", "id"].iter().find_map(|name| value[*name].as_str());
        // A conversation without an id is identified by its messages.
        let id = id.map_or_else(|| tree.places.iter().map(|place| place.node.as_str()).collect(), str::to_owned);
        Self { value, title, tree, names: Names::of(&id), created_at }
    }

    fn write(&self, out: &mut Out) {
        let mut images = Vec::new();
        let places = self.tree.places.iter();
        let spoken: Vec<Spoken> = places.map(|place| self.spoken(place, out.archive.as_deref(), &mut images)).collect();
        let grown = self.grow(&spoken);
        let active = self.tree.current.and_then(|current| grown.iter().find(|one| one.places.contains(&current)));
        let active = active.or(grown.first()).map_or_else(|| self.branch_id(0), |one| one.branch.id);
        let conversation = self.conversation(active);
        let id = conversation.id;
        out.record(Record::Conversation(conversation));
        for one in &grown {
            out.record(Record::Branch(one.branch.clone()));
        }
        for (asset, blob, media_type) in images {
            out.asset(asset, blob, id, media_type);
        }
        for one in &grown {
            self.write_messages(one, &spoken, out);
        }
    }

    fn conversation(&self, active_branch: BranchId) -> Conversation {
        let last = self.tree.places.iter().filter_map(|place| place.at).max();
        let updated_at = time(&self.value["update_time"]).or(last).unwrap_or(self.created_at);
        Conversation {
            id: self.names.conversation(self.created_at),
            title: self.title.to_owned(),
            active_branch,
            provider: None,
            created_at: self.created_at,
            updated_at: updated_at.max(self.created_at),
            template: None,
            own: OwnSettings::default(),
            reminders: false,
            temporary: false,
            pinned: false,
            archived: self.value["is_archived"].as_bool().unwrap_or(false),
            tags: Vec::new(),
            title_origin: TitleOrigin::User,
            titled_from: Vec::new(),
            deleted_at: None,
            restored_at: None,
            chat: Default::default(),
            people: Vec::new(),
            speaker: None,
            consents: Vec::new(),
            project: None,
            moved_at: None,
        }
    }

    /// Splits the tree into branches: at each fork the first child continues the branch, each other child begins a new
    /// one.
    fn grow(&self, spoken: &[Spoken]) -> Vec<Grown> {
        let places = &self.tree.places;
        let mut grown: Vec<Grown> = Vec::new();
        let mut waiting: Vec<(usize, Option<BranchId>, Sequence, u64)> = Vec::new();
        for (number, root) in self.tree.roots.iter().enumerate().rev() {
            let trunk = (number > 0).then(|| self.branch_id(self.tree.roots[0]));
            waiting.push((*root, trunk, 0, 0));
        }
        while let Some((start, parent, first, tokens_before)) = waiting.pop() {
            let id = self.branch_id(start);
            let conversation = self.names.conversation(self.created_at);
            let branch = Branch { id, conversation, parent, first, left_at: None };
            let (mut at, mut sequence, mut tokens) = (start, first, tokens_before);
            let mut own = Vec::new();
            loop {
                own.push(at);
                sequence += 1;
                tokens += u64::from(spoken[at].tokens);
                let Some((next, others)) = places[at].next.split_first() else { break };
                waiting.extend(others.iter().rev().map(|other| (*other, Some(id), sequence, tokens)));
                at = *next;
            }
            grown.push(Grown { branch, places: own, tokens_before });
        }
        grown
    }

    /// Branches sort by the time at which they began.
    fn branch_id(&self, start: usize) -> BranchId {
        let place = self.tree.places.get(start);
        let at = place.map_or(self.created_at, |place| self.at(place));
        self.names.branch(at, place.map_or("", |place| &place.node))
    }

    fn at(&self, place: &Place) -> Timestamp {
        place.at.unwrap_or(self.created_at)
    }

    fn write_messages(&self, grown: &Grown, spoken: &[Spoken], out: &mut Out) {
        let mut tokens_before = grown.tokens_before;
        for (sequence, at) in (grown.branch.first..).zip(&grown.places) {
            let (place, Spoken { parts, tokens }) = (&self.tree.places[*at], &spoken[*at]);
            let created_at = self.at(place);
            out.record(Record::Message(Box::new(Message {
                id: self.names.message(created_at, &place.node),
                conversation: grown.branch.conversation,
                branch: grown.branch.id,
                sequence,
                role: place.node_text.role,
                author: None,
                parts: parts.clone(),
                reply_to: None,
                created_at,
                offset_minutes: None,
                model: place.node_text.model.clone(),
                finish: place.node_text.finish.clone().filter(|_| place.node_text.role == Role::Assistant),
                usage: None,
                tokens: *tokens,
                tokens_before,
                exact: None,
            })));
            tokens_before += u64::from(*tokens);
        }
    }

    fn spoken(&self, place: &Place, archive: Option<&Archive>, images: &mut Vec<Found>) -> Spoken {
        let mut parts: Vec<Part> = place.thoughts.iter().map(|text| Part::Reasoning { text: text.clone() }).collect();
        for (number, piece) in place.node_text.pieces.iter().enumerate() {
            let image = match piece {
                Piece::Text(text) => {
                    say(&mut parts, text);
                    continue;
                }
                Piece::Image(image) => image,
            };
            let Some((asset, media_type)) = archive.and_then(|archive| archive.image(&image.id)) else {
                say(&mut parts, &image.in_words());
                continue;
            };
            let blob = self.names.blob(self.at(place), &format!("{}/{number}", place.node));
            let alt = if image.alt.is_empty() { asset.name.clone() } else { image.alt.clone() };
            let (width, height) = (image.width, image.height);
            parts.push(Part::Image { blob, media_type: media_type.to_owned(), width, height, alt });
            images.push((asset, blob, media_type));
        }
        Spoken { tokens: message_tokens(&parts), parts }
    }
}

/// Appends a text as a new paragraph.
fn say(parts: &mut Vec<Part>, text: &str) {
    match parts.last_mut() {
        Some(Part::Text { text: before }) => {
            before.push_str("\n\n");
            before.push_str(text);
        }
        _ => parts.push(Part::Text { text: text.to_owned() }),
    }
}

/// An image that is in the archive.
type Found = (Asset, BlobId, &'static str);

impl NodeText {
    /// Thoughts and tool calls that no reply followed become a reply without text.
    fn only_thoughts() -> Self {
        let finish = Some(ricordo_core::message::Finish::Complete);
        Self { role: Role::Assistant, pieces: Vec::new(), model: None, finish }
    }
}

/// Converts seconds since 1970, with a fraction, to a timestamp.
fn time(value: &Value) -> Option<Timestamp> {
    let seconds = value.as_f64().or_else(|| value.as_str()?.parse().ok())?;
    #[allow(clippy::cast_possible_truncation, reason = "in the range of a calendar")]
    let at = (seconds * 1_000.0) as i64;
    (seconds.is_finite() && (0..=253_402_300_799_000).contains(&at)).then_some(Timestamp(at))
}
