//! Share of the evidence that each ranking finds, and that stands in the request.

use crate::{
    conversation::{Conversation, Question},
    plain::PlainBm25,
    replay, request,
    shipped::{Limits, Rooms, Shipped, turns_in},
};
use ricordo_core::error::Error;
use ricordo_recall::ranked::Recall;

/// How many of the first turns are looked at.
const FIRST: [usize; 3] = [5, 10, 20];
/// Most turns that a ranking is asked for.
const MOST: usize = 60;

/// What is compared, in the order in which it is printed.
const RANKINGS: [Ranking; 3] = [Ranking::Tail, Ranking::PlainBm25, Ranking::Words];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ranking {
    /// Nothing is recalled.
    Tail,
    PlainBm25,
    /// What is shipped.
    Words,
}

/// Sums over questions.
#[derive(Clone, Copy, Default)]
struct Shares {
    first: [f64; FIRST.len()],
    /// Share in the plain model of a request, and in the compiled one; whether all of it is there.
    plain: [f64; 2],
    compiled: [f64; 2],
}

/// The sums of some conversations.
#[derive(Clone, Default)]
struct Sums {
    shares: [Shares; RANKINGS.len()],
    rooms: Rooms,
    questions: f64,
}

impl Ranking {
    fn name(self) -> &'static str {
        match self {
            Self::Tail => "tail of the conversation",
            Self::PlainBm25 => "BM25, plain words",
            Self::Words => "words",
        }
    }
}

impl Shares {
    fn count(&mut self, question: &Question, ranked: &[usize], plain: &[usize], compiled: &[usize]) {
        for (sum, first) in self.first.iter_mut().zip(FIRST) {
            *sum += share(question, &ranked[..first.min(ranked.len())]);
        }
        for (sums, turns) in [(&mut self.plain, plain), (&mut self.compiled, compiled)] {
            let share = share(question, turns);
            sums[0] += share;
            sums[1] += f64::from(share >= 1.0);
        }
    }

    fn all(&self) -> impl Iterator<Item = f64> {
        self.first.into_iter().chain(self.plain).chain(self.compiled)
    }

    fn add(&mut self, other: &Self) {
        let sums = self.first.iter_mut().chain(&mut self.plain).chain(&mut self.compiled);
        sums.zip(other.all()).for_each(|(sum, more)| *sum += more);
    }
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.shares.iter_mut().zip(&other.shares).for_each(|(sum, more)| sum.add(more));
        self.rooms.add(&other.rooms);
        self.questions += other.questions;
    }

    fn print(&self, budget: u32) {
        let model = format!("{} tok", for_recall(budget));
        let compiled = format!("{budget} tok");
        println!(
            "  {:<24} {:>6} {:>6} {:>6} {model:>10} {:>7} {compiled:>10} {:>7}",
            "share of the evidence", "@5", "@10", "@20", "all", "all"
        );
        for (ranking, shares) in RANKINGS.iter().zip(&self.shares) {
            let shares: Vec<f64> = shares.all().map(|sum| sum / self.questions).collect();
            let [five, ten, twenty, model, all_of_it, compiled, all] = shares[..] else { continue };
            let name = ranking.name();
            match ranking {
                // Nothing is ranked.
                Ranking::Tail => println!("  {name:<24} {:>39} {compiled:>10.3} {all:>7.3}", ""),
                _ => println!(
                    "  {name:<24} {five:>6.3} {ten:>6.3} {twenty:>6.3} {model:>10.3} {all_of_it:>7.3} {compiled:>10.3} {all:>7.3}",
                ),
            }
        }
        self.rooms.print();
        println!();
    }
}

/// Share of a question's evidence among some turns.
fn share(question: &Question, turns: &[usize]) -> f64 {
    let found = question.evidence.iter().filter(|turn| turns.contains(turn)).count();
    found as f64 / question.evidence.len() as f64
}

/// Tokens for recalled turns in the plain model of a request.
fn for_recall(budget: u32) -> u32 {
    budget / 10 * 7
}

/// Prints the shares for each conversation and for all of them.
pub(crate) async fn print(conversations: &[Conversation], limits: Limits) -> Result<(), Error> {
    let mut recall = Recall::default();
    replay::put_all(&mut recall, conversations);
    let mut sums = Sums::default();
    for (number, conversation) in conversations.iter().enumerate() {
        let Conversation { name, turns, questions, malformed, without_evidence } = conversation;
        println!(
            "{name}: {} turns, {} questions ({malformed} evidence ids that name no turn, {without_evidence} questions \
             without evidence)",
            turns.len(),
            questions.len()
        );
        let own = measure(&recall, number, conversation, limits).await?;
        own.print(limits.budget);
        sums.add(&own);
    }
    if conversations.len() > 1 {
        println!("All {} conversations", conversations.len());
        sums.print(limits.budget);
    }
    Ok(())
}

async fn measure(recall: &Recall, number: usize, conversation: &Conversation, limits: Limits) -> Result<Sums, Error> {
    let shipped = Shipped::replay(conversation, limits).await?;
    let plain = PlainBm25::new(conversation);
    let mut sums = Sums::default();
    for question in &conversation.questions {
        let tail = turns_in(&shipped.ask_with(question, &[], &[]).await?, conversation);
        for (ranking, shares) in RANKINGS.iter().zip(&mut sums.shares) {
            let ranked = match ranking {
                Ranking::Tail => Vec::new(),
                Ranking::PlainBm25 => plain.rank(&question.text),
                Ranking::Words => replay::find(recall, number, &question.text, MOST),
            };
            let ranked = &ranked[..MOST.min(ranked.len())];
            let compiled = match ranking {
                Ranking::Words => shipped.ask(question).await?,
                _ => shipped.ask_with(question, ranked, &tail).await?,
            };
            if *ranking == Ranking::Words {
                sums.rooms.count(&compiled);
            }
            let model = request::turns_within(conversation, ranked, for_recall(limits.budget));
            shares.count(question, ranked, &model, &turns_in(&compiled, conversation));
        }
        sums.questions += 1.0;
    }
    Ok(sums)
}
