//! A conversation of another program, with its tree of messages, as the records that are stored.
//!
//! `tree` puts the nodes in order, `piece` holds the content of a message, `names` derives ids that are the same at the
//! next import. Each fork of the tree becomes a branch, and the branch that was shown is active.

mod names;
mod piece;
mod tree;

pub(crate) use names::Names;
pub(crate) use piece::{Image, Meaning, NodeText, Piece, Pixels, as_text, role_of};
pub(crate) use tree::Node;

use crate::{archive::Asset, format::Out};
use ricordo_core::{
    branch::{Branch, Sequence},
    compile::message_tokens,
    conversation::{Conversation, LONGEST_TAG, TitleOrigin},
    exchange::Why,
    id::{BlobId, BranchId, ProjectId},
    message::{Finish, Message, Part, Role},
    record::{Blob, Record},
    settings::OwnSettings,
    time::Timestamp,
};
use tree::{Place, Tree};

/// Maximum number of characters of an error in the report.
const LONGEST_ERROR: usize = 80;

/// A conversation of another program.
#[derive(Debug, Default)]
pub(crate) struct Exported {
    /// Name of the program, for the ids.
    pub(crate) program: &'static str,
    /// Its id in the program. A conversation without an id is identified by its messages.
    pub(crate) id: Option<String>,
    pub(crate) title: String,
    pub(crate) created_at: Option<Timestamp>,
    pub(crate) updated_at: Option<Timestamp>,
    pub(crate) archived: bool,
    pub(crate) pinned: bool,
    pub(crate) tags: Vec<String>,
    /// Its own system prompt, if it has one.
    pub(crate) system_prompt: String,
    pub(crate) project: Option<ProjectId>,
    pub(crate) nodes: Vec<Node>,
    /// Id of the last node of the branch that was shown.
    pub(crate) current: Option<String>,
}

impl Exported {
    /// Writes its records. `unnamed` stands for it in the report if it has no title.
    pub(crate) fn write(mut self, unnamed: &str, out: &mut Out) {
        let tree = Tree::of(std::mem::take(&mut self.nodes), self.current.as_deref());
        let called = if self.title.is_empty() { unnamed.to_owned() } else { self.title.clone() };
        for error in &tree.errors {
            let begin: String = error.chars().take(LONGEST_ERROR).collect();
            let between = if begin.is_empty() { "" } else { ": " };
            out.skip(&format!("{called}{between}{begin}"), Why::OnlyError);
        }
        if tree.places.is_empty() {
            return out.skip(&called, Why::Empty);
        }
        let first = tree.places.iter().filter_map(|place| place.at).min();
        let created_at = self.created_at.or(first).unwrap_or_default();
        let id = self.id.clone().unwrap_or_else(|| tree.places.iter().map(Place::identity).collect());
        let names = Names::of(self.program, &id);
        Writing { conversation: self, called, tree, names, created_at }.write(out);
    }

    /// Takes the instructions at the beginning as the system prompt.
    pub(crate) fn take_instructions(&mut self) {
        while let Some(first) = self.nodes.first()
            && self.system_prompt.is_empty()
            && let Some(text) = first.meaning.as_instruction()
        {
            self.system_prompt = text;
            self.nodes[0].meaning = Meaning::Nothing;
        }
    }
}

/// A conversation that is converted to records.
struct Writing {
    conversation: Exported,
    /// Its name in the report.
    called: String,
    tree: Tree,
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

/// The parts of a message.
struct Content {
    parts: Vec<Part>,
    tokens: u32,
}

/// The images of a conversation.
#[derive(Default)]
struct Images {
    /// Those in the archive.
    assets: Vec<(Asset, BlobId, &'static str)>,
    /// Those in the text.
    here: Vec<(BlobId, &'static str, Vec<u8>)>,
    /// Names of those that are neither.
    missing: Vec<String>,
}

impl Writing {
    fn write(mut self, out: &mut Out) {
        let mut images = Images::default();
        let content: Vec<Content> =
            (0..self.tree.places.len()).map(|place| self.content(place, out, &mut images)).collect();
        let grown = self.grow(&content);
        let active = self.tree.current.and_then(|current| grown.iter().find(|one| one.places.contains(&current)));
        let active = active.or(grown.first()).map_or_else(|| self.branch_id(0), |one| one.branch.id);
        let conversation = self.conversation(active);
        let id = conversation.id;
        out.record(Record::Conversation(conversation));
        for one in &grown {
            out.record(Record::Branch(one.branch.clone()));
        }
        for (asset, blob, media_type) in images.assets {
            out.asset(asset, blob, id, media_type);
        }
        for (blob, media_type, bytes) in images.here {
            out.record(Record::Blob(Blob { id: blob, conversation: id, media_type: media_type.to_owned(), bytes }));
        }
        for one in &grown {
            self.write_messages(one, &content, out);
        }
        for name in images.missing {
            out.skip(&format!("{}: {name}", self.called), Why::NotInFile);
        }
    }

    fn conversation(&self, active_branch: BranchId) -> Conversation {
        let Exported { title, updated_at, archived, pinned, tags, system_prompt, project, .. } = &self.conversation;
        let last = self.tree.places.iter().filter_map(|place| place.at).max();
        let updated_at = updated_at.or(last).unwrap_or(self.created_at);
        let system_prompt = Some(system_prompt.trim().to_owned()).filter(|prompt| !prompt.is_empty());
        let tags = tags.iter().map(|tag| tag.trim().chars().take(LONGEST_TAG).collect::<String>());
        Conversation {
            id: self.names.conversation(self.created_at),
            title: title.clone(),
            active_branch,
            provider: None,
            created_at: self.created_at,
            updated_at: updated_at.max(self.created_at),
            template: None,
            own: OwnSettings { system_prompt, ..OwnSettings::default() },
            reminders: false,
            temporary: false,
            pinned: *pinned,
            archived: *archived,
            tags: tags.filter(|tag| !tag.is_empty()).collect(),
            title_origin: TitleOrigin::User,
            titled_from: Vec::new(),
            deleted_at: None,
            restored_at: None,
            chat: Default::default(),
            people: Vec::new(),
            speaker: None,
            consents: Vec::new(),
            project: *project,
            moved_at: None,
        }
    }

    /// Splits the tree into branches: at each fork the first child continues the branch, each other child begins a new
    /// one.
    fn grow(&self, content: &[Content]) -> Vec<Grown> {
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
                tokens += u64::from(content[at].tokens);
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

    fn write_messages(&self, grown: &Grown, content: &[Content], out: &mut Out) {
        let mut tokens_before = grown.tokens_before;
        for (sequence, at) in (grown.branch.first..).zip(&grown.places) {
            let (place, Content { parts, tokens }) = (&self.tree.places[*at], &content[*at]);
            let created_at = self.at(place);
            let NodeText { role, model, finish, .. } = &place.node_text;
            out.record(Record::Message(Box::new(Message {
                id: self.names.message(created_at, &place.node),
                conversation: grown.branch.conversation,
                branch: grown.branch.id,
                sequence,
                role: *role,
                author: None,
                parts: parts.clone(),
                reply_to: None,
                created_at,
                offset_minutes: None,
                model: model.clone(),
                finish: finish.clone().filter(|_| *role == Role::Assistant),
                usage: None,
                tokens: *tokens,
                tokens_before,
                exact: None,
                first_word_ms: None,
                total_ms: None,
            })));
            tokens_before += u64::from(*tokens);
        }
    }

    fn content(&mut self, place: usize, out: &Out, images: &mut Images) -> Content {
        let pieces = std::mem::take(&mut self.tree.places[place].node_text.pieces);
        let place = &self.tree.places[place];
        let mut parts: Vec<Part> = place.thoughts.iter().map(|text| Part::Reasoning { text: text.clone() }).collect();
        for (number, piece) in pieces.into_iter().enumerate() {
            match piece {
                Piece::Text(text) => add_text(&mut parts, &text),
                Piece::File(name) => {
                    add_text(&mut parts, &format!("[file {name}]"));
                    images.missing.push(name);
                }
                Piece::Reasoning(text) => parts.push(Part::Reasoning { text }),
                Piece::Call { id, name, arguments } => parts.push(Part::ToolCall { id, name, arguments, back: None }),
                Piece::Output { call, content, is_error } => {
                    parts.push(Part::ToolResult { call, content, is_error, held: false });
                }
                Piece::Image(image) => {
                    let blob = self.names.blob(self.at(place), &format!("{}/{number}", place.node));
                    add_image(&mut parts, image, blob, out, images);
                }
            }
        }
        Content { tokens: message_tokens(&parts), parts }
    }
}

/// Adds an image. One that is neither here nor in the archive becomes a placeholder.
fn add_image(parts: &mut Vec<Part>, image: Image, blob: BlobId, out: &Out, images: &mut Images) {
    let words = image.in_words();
    let Image { pixels, width, height, mut alt } = image;
    let media_type = match pixels {
        Pixels::Here { media_type, bytes } => {
            images.here.push((blob, media_type, bytes));
            media_type
        }
        Pixels::Named(name) => {
            let Some((asset, media_type)) = out.archive.as_deref().and_then(|archive| archive.image(&name)) else {
                images.missing.push(if name.is_empty() { alt } else { name });
                return add_text(parts, &words);
            };
            if alt.is_empty() {
                alt.clone_from(&asset.name);
            }
            images.assets.push((asset, blob, media_type));
            media_type
        }
    };
    parts.push(Part::Image { blob, media_type: media_type.to_owned(), width, height, alt });
}

/// Appends a text as a new paragraph.
fn add_text(parts: &mut Vec<Part>, text: &str) {
    match parts.last_mut() {
        Some(Part::Text { text: before }) => {
            before.push_str("\n\n");
            before.push_str(text);
        }
        _ => parts.push(Part::Text { text: text.to_owned() }),
    }
}

/// How a reply ended, according to the program.
pub(crate) fn finish_of(reason: &str) -> Finish {
    match reason {
        "length" | "max_tokens" | "incomplete" => Finish::Length,
        "stopped" | "user_canceled" | "interrupted" | "in_progress" | "unfinished" | "abort" => Finish::Stopped,
        "content_filter" | "content-filter" | "refusal" => Finish::ContentFilter,
        _ => Finish::Complete,
    }
}
