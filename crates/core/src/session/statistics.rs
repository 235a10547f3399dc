//! Usage statistics per day and model.

use super::Session;
use crate::{
    error::Error,
    host::Host,
    record::{Kind, Record},
    statistics::DayUsage,
    store::Store,
};

impl<S: Store, H: Host> Session<S, H> {
    /// Usage of all conversations, one entry for each day and model, newest day first. Background work has separate
    /// entries, after those of the turns.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn statistics(&self) -> Result<Vec<DayUsage>, Error> {
        let mut days: Vec<DayUsage> = Vec::new();
        for record in self.store.records(Kind::DayUsage).await? {
            let Record::DayUsage(day) = record else { continue };
            let place = |day: &DayUsage| (day.day, day.background, day.model_digest());
            match days.iter_mut().find(|known| place(known) == place(&day)) {
                Some(known) => known.add_all(&day),
                None => days.push(day),
            }
        }
        ricordo_text::small_sort::by(&mut days, |one, other| {
            (other.day, one.background, &one.model).cmp(&(one.day, other.background, &other.model))
        });
        Ok(days)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        change::Change,
        memory_store::MemoryStore,
        message::Usage,
        testing::{ManualHost, sample},
    };

    #[tokio::test]
    async fn conversations_are_added_up_and_the_last_day_comes_first() {
        let session = Session::new(MemoryStore::default(), ManualHost::default());
        for (day, seed, model) in [(1, 1, "a"), (2, 1, "a"), (2, 2, "a"), (2, 1, "b")] {
            let mut usage = DayUsage::new(day, sample::conversation_id(seed), model);
            usage.add(
                Usage { prompt_tokens: 1_000, completion_tokens: 200, cached_tokens: Some(400), written_tokens: None },
                2,
            );
            session.store().apply(vec![Change::Add(Record::DayUsage(usage))]).await.unwrap();
        }
        let days = session.statistics().await.unwrap();
        let cut_sentence: Vec<_> = days.iter().map(|day| (day.day, day.model.as_str(), day.requests)).collect();
        assert_eq!(cut_sentence, [(2, "a", 2), (2, "b", 1), (1, "a", 1)]);
    }
}
