//! Puts the nodes of a conversation in order. Exports are incomplete: a node's parent may be named by its own field or
//! by the parent's list of children, and either may be wrong. Cycles do no harm.

use super::piece::{Meaning, NodeText, Piece};
use ricordo_core::{message::Role, time::Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// A node as the export has it.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) id: String,
    /// Id of the node before it.
    pub(crate) parent: Option<String>,
    /// Ids of the nodes after it, in order, if the export lists them.
    pub(crate) children: Vec<String>,
    /// Time of the message.
    pub(crate) at: Option<Timestamp>,
    pub(crate) meaning: Meaning,
}

/// A message of the tree.
#[derive(Debug)]
pub(crate) struct Place {
    /// Id of its node.
    pub(crate) node: String,
    /// Time of the message.
    pub(crate) at: Option<Timestamp>,
    /// Its text and images.
    pub(crate) node_text: NodeText,
    /// The model's thoughts and actions before it.
    pub(crate) thoughts: Vec<String>,
    /// Indices of its children, oldest first.
    pub(crate) next: Vec<usize>,
}

impl Place {
    /// Its identity: the id of its node, and its text if the export has no ids.
    pub(crate) fn identity(&self) -> String {
        let texts = self.node_text.pieces.iter().filter(|_| self.node.starts_with('#'));
        let texts = texts.filter_map(|piece| if let Piece::Text(text) = piece { Some(text.as_str()) } else { None });
        std::iter::once(self.node.as_str()).chain(texts).collect()
    }
}

/// The messages of a conversation.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) places: Vec<Place>,
    /// The first messages: several if the first was edited.
    pub(crate) roots: Vec<usize>,
    /// The last message of the branch that was shown.
    pub(crate) current: Option<usize>,
    /// The replies that are only an error.
    pub(crate) errors: Vec<String>,
}

/// A step of the traversal: a node, the message above it, and thoughts that no reply has taken yet.
struct Step {
    node: usize,
    below: Option<usize>,
    thoughts: Vec<String>,
    at: Option<Timestamp>,
}

impl Tree {
    /// `current` is the last node of the branch that was shown; if it is missing, the newest message is.
    pub(crate) fn of(mut nodes: Vec<Node>, current: Option<&str>) -> Self {
        let mut ids: BTreeSet<String> = BTreeSet::new();
        for (number, node) in nodes.iter_mut().enumerate() {
            if !ids.insert(node.id.clone()) {
                // Links to an id that several nodes have are links to the first.
                node.id = format!("{}~{number}", node.id);
                ids.insert(node.id.clone());
            }
        }
        let (children, roots) = links(&nodes);
        let mut tree = Self::default();
        // The message of each node, or the last one above it.
        let mut shown: Vec<Option<usize>> = vec![None; nodes.len()];
        let mut seen = vec![false; nodes.len()];
        let mut waiting: Vec<Step> = Vec::new();
        // Nodes of a cycle have no root: it begins anywhere.
        let starts = roots.into_iter().chain(0..nodes.len());
        for start in starts {
            if seen[start] {
                continue;
            }
            waiting.push(Step { node: start, below: None, thoughts: Vec::new(), at: None });
            while let Some(mut step) = waiting.pop() {
                if std::mem::replace(&mut seen[step.node], true) {
                    continue;
                }
                let next = &children[step.node];
                tree.take(&mut nodes[step.node], &mut step, next.is_empty());
                shown[step.node] = step.below;
                let Step { below, thoughts, at, .. } = step;
                waiting.extend(next.iter().rev().map(|node| Step {
                    node: *node,
                    below,
                    thoughts: thoughts.clone(),
                    at,
                }));
            }
        }
        let current = current.and_then(|current| nodes.iter().position(|node| node.id == current));
        tree.current = current.and_then(|node| shown[node]).or_else(|| tree.youngest());
        tree
    }

    /// Adds the messages of a node.
    fn take(&mut self, node: &mut Node, step: &mut Step, is_last: bool) {
        let at = node.at.or(step.at);
        step.at = at;
        match std::mem::replace(&mut node.meaning, Meaning::Nothing) {
            Meaning::Nothing => {}
            Meaning::Error(error) => self.errors.push(error),
            Meaning::Thought(thought) => step.thoughts.push(thought),
            Meaning::Texts(texts) => {
                for (number, text) in texts.into_iter().enumerate() {
                    // A user's message does not take the thoughts before it: they were a reply without text.
                    if text.role == Role::User && !step.thoughts.is_empty() {
                        let own = format!("{}/thoughts", node.id);
                        step.below = Some(self.keep(own, at, NodeText::only_thoughts(), step));
                    }
                    let own = if number == 0 { node.id.clone() } else { format!("{}/{number}", node.id) };
                    step.below = Some(self.keep(own, at, text, step));
                }
            }
        }
        if is_last && !step.thoughts.is_empty() {
            step.below = Some(self.keep(node.id.clone(), at, NodeText::only_thoughts(), step));
        }
    }

    /// Adds a message, with the thoughts before it.
    fn keep(&mut self, node: String, at: Option<Timestamp>, node_text: NodeText, step: &mut Step) -> usize {
        let place = self.places.len();
        match step.below {
            Some(below) => self.places[below].next.push(place),
            None => self.roots.push(place),
        }
        let thoughts = std::mem::take(&mut step.thoughts);
        self.places.push(Place { node, at, node_text, thoughts, next: Vec::new() });
        place
    }

    fn youngest(&self) -> Option<usize> {
        let ends = (0..self.places.len()).filter(|place| self.places[*place].next.is_empty());
        ends.max_by_key(|place| self.places[*place].at)
    }
}

/// The children of each node, and the nodes without a parent.
fn links(nodes: &[Node]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let by_id: BTreeMap<&str, usize> =
        nodes.iter().enumerate().map(|(number, node)| (node.id.as_str(), number)).collect();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut has_parent: BTreeSet<usize> = BTreeSet::new();
    for (number, node) in nodes.iter().enumerate() {
        for child in node.children.iter().filter_map(|child| by_id.get(child.as_str()).copied()) {
            if child != number && has_parent.insert(child) {
                children[number].push(child);
            }
        }
    }
    let mut others: Vec<(usize, usize)> = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        let parent = node.parent.as_deref().and_then(|parent| by_id.get(parent).copied());
        if let Some(parent) = parent.filter(|parent| *parent != number)
            && has_parent.insert(number)
        {
            others.push((parent, number));
        }
    }
    // Only the time of writing gives these an order.
    others.sort_by_key(|(_, node)| nodes[*node].at);
    others.into_iter().for_each(|(parent, node)| children[parent].push(node));
    let mut roots: Vec<usize> = (0..nodes.len()).filter(|node| !has_parent.contains(node)).collect();
    roots.sort_by_key(|node| nodes[*node].at);
    (children, roots)
}
