//! Local time: the moment comes from the host, the time zone from the settings.

use super::Session;
use crate::{error::Error, host::Host, settings::Settings, store::Store, time::Now};

impl<S: Store, H: Host> Session<S, H> {
    /// The current local time: in the zone of the settings, or else in that of the host. A zone that the host does not
    /// know (the settings may come from another browser) counts as none, so a turn never fails because of it.
    pub fn now(&self, settings: &Settings) -> Now {
        let now = self.host.now();
        let zone = settings.time_zone.as_deref();
        match zone.and_then(|zone| self.host.offset_minutes(zone, now.at)) {
            Some(offset_minutes) => Now { offset_minutes, ..now },
            None => now,
        }
    }

    /// Checks that the host knows the time zone of the settings.
    ///
    /// # Errors
    /// [`Error::UnknownZone`].
    pub(super) fn check_zone(&self, settings: &Settings) -> Result<(), Error> {
        match &settings.time_zone {
            Some(zone) if self.host.offset_minutes(zone, self.host.now().at).is_none() => {
                Err(Error::UnknownZone { zone: zone.clone() })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        change::Change,
        memory_store::MemoryStore,
        message::text_of,
        record::Record,
        session::ModelCall,
        testing::{ManualHost, ScriptedModel, sample},
    };

    fn session() -> Session<MemoryStore, ManualHost> {
        Session::new(MemoryStore::default(), ManualHost::default().with_zone("Asia/Kathmandu", 345))
    }

    fn in_zone(zone: &str) -> Settings {
        Settings { time_zone: Some(zone.to_owned()), ..Settings::default() }
    }

    #[test]
    fn the_zone_of_the_settings_counts_and_else_that_of_the_host() {
        let session = session();
        let offset = |settings: &Settings| session.now(settings).offset_minutes;
        assert_eq!(offset(&Settings::default()), 120);
        assert_eq!(offset(&in_zone("Asia/Kathmandu")), 345);
        assert_eq!(offset(&in_zone("UTC")), 0);
        assert_eq!(offset(&in_zone("Mars/Olympus")), 120);
        assert_eq!(session.now(&in_zone("Asia/Kathmandu")).at, session.host().now().at);
    }

    #[tokio::test]
    async fn settings_with_a_zone_that_does_not_exist_are_refused_and_keep_their_old_value() {
        let session = session();
        session.save_settings(&in_zone("Asia/Kathmandu")).await.unwrap();
        let error = session.save_settings(&in_zone("Mars/Olympus")).await.unwrap_err();
        assert_eq!(error, Error::UnknownZone { zone: "Mars/Olympus".to_owned() });
        assert!(error.to_string().contains("Mars/Olympus") && error.to_string().contains("Europe/Kyiv"), "{error}");
        assert_eq!(session.settings().await.unwrap(), in_zone("Asia/Kathmandu"));
    }

    #[tokio::test]
    async fn a_message_is_sent_and_stored_on_the_clock_of_the_zone_and_an_unknown_one_fails_no_turn() {
        for (zone, offset) in [("Asia/Kathmandu", 345), ("Mars/Olympus", 120)] {
            let session = session();
            let model = ScriptedModel::new(session.host());
            // As an import from another browser stores them.
            let stored = Change::Put(Record::Settings(Box::new(in_zone(zone))));
            session.store().apply(vec![stored]).await.unwrap();
            let id = session.new_conversation().await.unwrap().conversation.id;
            let provider = sample::provider(1);
            session.send(&ModelCall::new(&model, &provider), id, "What time is it?").await.unwrap();
            let stored = session.open(id, 10).await.unwrap().messages;
            assert_eq!(stored[0].offset_minutes, Some(offset), "{zone}");
            let wall = Now { offset_minutes: offset, ..session.host().now() }.wall_clock().unwrap();
            let sent: String = model.requests()[0].messages.iter().map(|message| text_of(&message.parts)).collect();
            assert!(sent.contains(&wall.time()), "{zone}: {sent}");
        }
    }
}
