//! Puts the nodes of a conversation in order. Exports are incomplete: a node's parent may be named by its `parent`
//! field or by the parent's `children`, and either may be wrong. Cycles do no harm.

use super::{
    content::{Meaning, NodeText, meaning},
    time,
};
use ricordo_core::time::Timestamp;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

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

/// The messages of a conversation.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) places: Vec<Place>,
    /// The first messages: several if the first was edited.
    pub(crate) roots: Vec<usize>,
    /// The last message of the branch that was shown.
    pub(crate) current: Option<usize>,
}

/// A step of the traversal: a node, the message above it, and thoughts that no reply has taken yet.
struct Step<'a> {
    node: &'a str,
    below: Option<usize>,
    thoughts: Vec<String>,
    at: Option<Timestamp>,
}

impl Tree {
    /// `current` is the last node of the branch that was shown; if it is missing, the newest message is.
    pub(crate) fn of(mapping: &Map<String, Value>, current: Option<&str>) -> Self {
        let (children, roots) = links(mapping);
        let mut tree = Self::default();
        // Maps each node to its message, or to the last one above it.
        let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let first = |node| Step { node, below: None, thoughts: Vec::new(), at: None };
        let mut waiting: Vec<Step<'_>> = roots.iter().rev().copied().map(first).collect();
        while let Some(mut step) = waiting.pop() {
            if !seen.insert(step.node) {
                continue;
            }
            let message = &mapping[step.node]["message"];
            let at = time(&message["create_time"]).or(step.at);
            match meaning(message) {
                Meaning::Nothing => {}
                Meaning::Thought(thought) => step.thoughts.push(thought),
                Meaning::NodeText(node_text) => {
                    // A user's message does not take the thoughts before it: they were a reply without text.
                    if node_text.role == ricordo_core::message::Role::User && !step.thoughts.is_empty() {
                        let own = format!("{}/thoughts", step.node);
                        step.below = Some(tree.keep(own, at, NodeText::only_thoughts(), &mut step));
                    }
                    step.below = Some(tree.keep(step.node.to_owned(), at, node_text, &mut step));
                }
            }
            let next = children.get(step.node).map(Vec::as_slice).unwrap_or_default();
            if next.is_empty() && !step.thoughts.is_empty() {
                step.below = Some(tree.keep(step.node.to_owned(), at, NodeText::only_thoughts(), &mut step));
            }
            if let Some(below) = step.below {
                shown.insert(step.node, below);
            }
            let (below, thoughts) = (step.below, step.thoughts);
            let follow = |node| Step { node, below, thoughts: thoughts.clone(), at };
            waiting.extend(next.iter().rev().copied().map(follow));
        }
        tree.current = current.and_then(|node| shown.get(node).copied()).or_else(|| tree.youngest());
        tree
    }

    /// Adds a message, with the thoughts before it.
    fn keep(&mut self, node: String, at: Option<Timestamp>, node_text: NodeText, step: &mut Step<'_>) -> usize {
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

type Links<'a> = (BTreeMap<&'a str, Vec<&'a str>>, Vec<&'a str>);

/// The children of each node, and the nodes without a parent.
fn links(mapping: &Map<String, Value>) -> Links<'_> {
    let mut children: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut has_parent: BTreeSet<&str> = BTreeSet::new();
    for (node, value) in mapping {
        for child in value["children"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if let Some((child, _)) = mapping.get_key_value(child)
                && child != node
                && has_parent.insert(child)
            {
                children.entry(node).or_default().push(child);
            }
        }
    }
    let mut others: Vec<(&str, &str)> = Vec::new();
    for (node, value) in mapping {
        let parent = value["parent"].as_str().and_then(|parent| mapping.get_key_value(parent));
        if let Some((parent, _)) = parent
            && parent != node
            && has_parent.insert(node)
        {
            others.push((parent, node));
        }
    }
    // Only the time of writing gives these an order.
    others.sort_by_key(|(_, node)| time(&mapping[*node]["message"]["create_time"]));
    others.into_iter().for_each(|(parent, node)| children.entry(parent).or_default().push(node));
    let mut roots: Vec<&str> = mapping.keys().map(String::as_str).filter(|node| !has_parent.contains(node)).collect();
    roots.sort_by_key(|node| time(&mapping[*node]["message"]["create_time"]));
    if roots.is_empty() {
        // A cycle: start anywhere.
        roots.extend(mapping.keys().next().map(String::as_str));
    }
    (children, roots)
}
