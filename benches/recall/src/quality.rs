//! Share of the evidence that each ranking finds.

use crate::{
    conversation::{Conversation, Question},
    plain::{self, PlainBm25},
    replay, request,
};
use ricordo_recall::ranked::Recall;

/// How many of the first turns are looked at.
const FIRST: [usize; 3] = [5, 10, 20];
/// Most turns that a ranking is asked for.
const MOST: usize = 60;

/// Sums over questions.
#[derive(Clone, Copy, Default)]
struct Shares {
    first: [f64; FIRST.len()],
    request: f64,
    whole: f64,
    questions: f64,
}

impl Shares {
    fn count(&mut self, conversation: &Conversation, question: &Question, ranked: &[usize], tokens: u32) {
        for (sum, first) in self.first.iter_mut().zip(FIRST) {
            *sum += share(question, &ranked[..first.min(ranked.len())]);
        }
        let share = share(question, &request::turns_within(conversation, ranked, tokens));
        self.request += share;
        self.whole += f64::from(share >= 1.0);
        self.questions += 1.0;
    }

    fn add(&mut self, other: &Self) {
        self.first.iter_mut().zip(other.first).for_each(|(sum, more)| *sum += more);
        self.request += other.request;
        self.whole += other.whole;
        self.questions += other.questions;
    }

    fn print(&self, name: &str) {
        let [five, ten, twenty] = self.first.map(|sum| sum / self.questions);
        let (request, whole) = (self.request / self.questions, self.whole / self.questions);
        println!("  {name:<24} {five:>6.3} {ten:>6.3} {twenty:>6.3} {request:>10.3} {whole:>10.3}");
    }
}

/// Share of a question's evidence among some turns.
fn share(question: &Question, turns: &[usize]) -> f64 {
    let found = question.evidence.iter().filter(|turn| turns.contains(turn)).count();
    found as f64 / question.evidence.len() as f64
}

pub(crate) fn print(conversations: &[Conversation], budget: u32) {
    let tokens = budget / 10 * 7;
    let mut recall = Recall::default();
    replay::put_all(&mut recall, conversations);
    let mut sums = [Shares::default(); 3];
    for (number, conversation) in conversations.iter().enumerate() {
        let Conversation { name, turns, questions, malformed, without_evidence } = conversation;
        println!(
            "{name}: {} turns, {} questions ({malformed} evidence ids that name no turn, {without_evidence} questions \
             without evidence)",
            turns.len(),
            questions.len()
        );
        let plain = PlainBm25::new(conversation);
        let mut shares = [Shares::default(); 3];
        for question in questions {
            let ours = replay::find(&recall, number, &question.text, MOST);
            let rankings = [plain::tail(conversation), plain.rank(&question.text), ours];
            for (shares, ranked) in shares.iter_mut().zip(&rankings) {
                shares.count(conversation, question, &ranked[..MOST.min(ranked.len())], tokens);
            }
        }
        print_all(&shares, tokens);
        sums.iter_mut().zip(&shares).for_each(|(sum, shares)| sum.add(shares));
    }
    if conversations.len() > 1 {
        println!("All {} conversations", conversations.len());
        print_all(&sums, tokens);
    }
}

fn print_all(shares: &[Shares; 3], tokens: u32) {
    println!(
        "  {:<24} {:>6} {:>6} {:>6} {:>10} {:>10}",
        "share of the evidence",
        "@5",
        "@10",
        "@20",
        format!("{tokens} tok"),
        "all there"
    );
    for (shares, name) in shares.iter().zip(["tail of the conversation", "BM25, plain words", "Ricordo"]) {
        shares.print(name);
    }
    println!();
}
