//! A conversation with questions, in the format of LoCoMo.

use crate::dates;
use ricordo_record::time::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Questions of this category have no answer in the conversation.
const UNANSWERABLE: u64 = 5;
/// Time between two turns of a session, in milliseconds. The data has only the time of each session.
const BETWEEN_TURNS: i64 = 60_000;

pub(crate) struct Conversation {
    pub(crate) name: String,
    pub(crate) turns: Vec<Turn>,
    pub(crate) questions: Vec<Question>,
    /// Evidence that names no turn, and was left out.
    pub(crate) malformed: usize,
    /// Questions left out because they name no evidence at all.
    pub(crate) without_evidence: usize,
}

pub(crate) struct Turn {
    pub(crate) speaker: String,
    pub(crate) text: String,
    pub(crate) at: Timestamp,
}

pub(crate) struct Question {
    pub(crate) text: String,
    /// Indexes of turns; at least one.
    pub(crate) evidence: Vec<usize>,
}

#[derive(Deserialize)]
struct Sample {
    #[serde(default)]
    sample_id: Option<String>,
    conversation: Map<String, Value>,
    qa: Vec<Asked>,
}

#[derive(Deserialize)]
struct Asked {
    question: String,
    #[serde(default)]
    evidence: Vec<Value>,
    category: u64,
}

#[derive(Deserialize)]
struct Spoken {
    speaker: String,
    dia_id: String,
    #[serde(default)]
    text: String,
}

impl Conversation {
    pub(crate) fn all(json: &str) -> Result<Vec<Self>, serde_json::Error> {
        let samples: Vec<Sample> = serde_json::from_str(json)?;
        (1..).zip(samples).map(|(number, sample)| Self::read(number, sample)).collect()
    }

    fn read(number: usize, sample: Sample) -> Result<Self, serde_json::Error> {
        let mut turns = Vec::new();
        let mut places: HashMap<(u32, u32), usize> = HashMap::new();
        let mut at = Timestamp(0);
        // Some sessions have a time and are not there.
        let mut sessions: Vec<u32> =
            sample.conversation.keys().filter_map(|key| key.strip_prefix("session_")?.parse().ok()).collect();
        sessions.sort_unstable();
        for session in sessions {
            let Some(session_turns) = sample.conversation.get(&format!("session_{session}")) else { continue };
            let date = sample.conversation.get(&format!("session_{session}_date_time")).and_then(Value::as_str);
            at = date.and_then(dates::read).unwrap_or(Timestamp(at.0 + 86_400_000));
            // A turn without a text, such as a picture alone, is no message.
            let spoken = Vec::<Spoken>::deserialize(session_turns)?;
            for turn in spoken.into_iter().filter(|turn| !turn.text.trim().is_empty()) {
                for place in places_in(&turn.dia_id) {
                    places.insert(place, turns.len());
                }
                turns.push(Turn { speaker: turn.speaker, text: turn.text, at });
                at.0 += BETWEEN_TURNS;
            }
        }
        let name = sample.sample_id.unwrap_or_else(|| format!("conversation {number}"));
        let mut read = Self { name, turns, questions: Vec::new(), malformed: 0, without_evidence: 0 };
        for asked in sample.qa.into_iter().filter(|asked| asked.category != UNANSWERABLE) {
            read.ask(asked, &places);
        }
        Ok(read)
    }

    fn ask(&mut self, asked: Asked, places: &HashMap<(u32, u32), usize>) {
        let mut evidence = Vec::new();
        for named in &asked.evidence {
            let named = named.as_str().unwrap_or_default();
            let known: Vec<usize> = places_in(named).iter().filter_map(|place| places.get(place).copied()).collect();
            self.malformed += usize::from(known.is_empty());
            evidence.extend(known);
        }
        evidence.sort_unstable();
        evidence.dedup();
        if evidence.is_empty() {
            self.without_evidence += 1;
        } else {
            self.questions.push(Question { text: asked.question, evidence });
        }
    }
}

/// The turns that a text such as `D8:6; D9:17` names, each as its session and number.
fn places_in(text: &str) -> Vec<(u32, u32)> {
    let named = text.split(|char: char| !(char.is_ascii_digit() || matches!(char, 'D' | ':')));
    let place = |named: &str| {
        let (session, turn) = named.strip_prefix('D')?.split_once(':')?;
        Some((session.parse().ok()?, turn.parse().ok()?))
    };
    named.filter_map(place).collect()
}
