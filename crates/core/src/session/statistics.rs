//! What was sent and received, per day and model.

use super::Session;
use crate::{
    error::Error,
    host::Host,
    record::{Kind, Record},
    statistics::DayUsage,
    store::Store,
};

impl<S: Store, H: Host> Session<S, H> {
    /// The counts of all conversations, one for each day and model, the newest day first.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub async fn statistics(&self) -> Result<Vec<DayUsage>, Error> {
        let mut days: Vec<DayUsage> = Vec::new();
        for record in self.store.records(Kind::DayUsage).await? {
            let Record::DayUsage(day) = record else { continue };
            match days.iter_mut().find(|known| known.day == day.day && known.model == day.model) {
                Some(known) => known.add_all(&day),
                None => days.push(day),
            }
        }
        days.sort_by(|one, other| (other.day, &one.model).cmp(&(one.day, &other.model)));
        Ok(days)
    }
}
