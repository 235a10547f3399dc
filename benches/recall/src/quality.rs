//! Share of the evidence that each ranking finds, and that stands in the request.

use crate::{
    conversation::{Conversation, Question},
    rankings::{self, Ranking, Rankings},
    request,
    shipped::{Limits, Rooms, Shipped, turns_in},
};
use std::error::Error;

/// How many of the first turns are looked at.
const FIRST: [usize; 3] = [5, 10, 20];

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
    shares: [Shares; rankings::ALL.len()],
    rooms: Rooms,
    questions: f64,
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

    fn print(&self, measured: &[Ranking], budget: u32) {
        let model = format!("{} tok", for_recall(budget));
        let compiled = format!("{budget} tok");
        println!(
            "  {:<24} {:>6} {:>6} {:>6} {model:>10} {:>7} {compiled:>10} {:>7}",
            "share of the evidence", "@5", "@10", "@20", "all", "all"
        );
        for (ranking, shares) in measured.iter().zip(&self.shares) {
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
pub(crate) async fn print(
    conversations: &[Conversation],
    rankings: &Rankings,
    limits: &Limits,
) -> Result<(), Box<dyn Error>> {
    let mut sums = Sums::default();
    for (number, conversation) in conversations.iter().enumerate() {
        let Conversation { name, turns, questions, malformed, without_evidence } = conversation;
        println!(
            "{name}: {} turns, {} questions ({malformed} evidence ids that name no turn, {without_evidence} questions \
             without evidence)",
            turns.len(),
            questions.len()
        );
        let own = measure(rankings, number, conversation, limits).await?;
        if own.questions > 0.0 {
            own.print(rankings.measured(), limits.budget);
        }
        sums.add(&own);
    }
    if conversations.len() > 1 {
        println!("All {} conversations", conversations.len());
        sums.print(rankings.measured(), limits.budget);
    }
    Ok(())
}

async fn measure(
    rankings: &Rankings,
    number: usize,
    conversation: &Conversation,
    limits: &Limits,
) -> Result<Sums, Box<dyn Error>> {
    let shipped = Shipped::replay(conversation, limits, rankings.given()).await?;
    let mut sums = Sums::default();
    for question in &conversation.questions {
        let tail = turns_in(&shipped.ask_with(question, &[], &[]).await?, conversation);
        for (ranking, shares) in rankings.measured().iter().zip(&mut sums.shares) {
            let ranked = rankings.rank(*ranking, number, &question.text).await?;
            let compiled = match ranking {
                Ranking::Words => shipped.ask(question).await?,
                Ranking::Both => shipped.ask_by_both(question).await?,
                _ => shipped.ask_with(question, &ranked, &tail).await?,
            };
            if *ranking == Ranking::Words {
                sums.rooms.count(&compiled);
            }
            let model = request::turns_within(conversation, &ranked, for_recall(limits.budget));
            shares.count(question, &ranked, &model, &turns_in(&compiled, conversation));
        }
        sums.questions += 1.0;
    }
    Ok(sums)
}
