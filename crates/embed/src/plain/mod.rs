//! The plain objects that cross the boundary, in the camel case that JavaScript expects.

mod compiled;
mod event;
mod message;
mod recalled;
mod summary;

pub(crate) use compiled::compiled;
pub(crate) use event::{maintained, not_stored, turn};
pub(crate) use message::message;
pub(crate) use recalled::recalled;
pub(crate) use summary::{listed, summary};

#[cfg(test)]
mod tests {
    use crate::api_error::name_of;
    use ricordo_core::{
        id::{ConversationId, ProjectId},
        maintenance::Job,
        mark::MarkKind,
        time::Timestamp,
    };
    use std::collections::BTreeSet;

    /// The words between `begin` and the next semicolon in the types of the package.
    fn union(begin: &str) -> BTreeSet<String> {
        let types = concat!(include_str!("../../package/src/messages.ts"), include_str!("../../package/src/types.ts"));
        let (_, rest) = types.split_once(begin).unwrap();
        let (members, _) = rest.split_once(';').unwrap();
        members.split('|').filter_map(|member| member.split('"').nth(1)).map(str::to_owned).collect()
    }

    #[test]
    fn the_types_of_the_package_have_all_jobs() {
        let (conversation, project) =
            (ConversationId::new(Timestamp(0), [0; 10]), ProjectId::new(Timestamp(0), [0; 10]));
        // A new one does not compile until it is below, too.
        let known = |job: &Job| match job {
            Job::Compression(_) | Job::Extraction(_) | Job::Recent(_) | Job::Long(_) | Job::Title(_) => true,
            Job::ProjectRecent(_) | Job::ProjectLong(_) => true,
        };
        let all = [
            Job::Compression(conversation),
            Job::Extraction(conversation),
            Job::Recent(Some(conversation)),
            Job::Recent(None),
            Job::Long(Some(conversation)),
            Job::Long(None),
            Job::Title(conversation),
            Job::ProjectRecent(project),
            Job::ProjectLong(project),
        ];
        let names: BTreeSet<String> = all.iter().filter(|job| known(job)).map(name_of).collect();
        assert_eq!(union("export type Job ="), names);
    }

    #[test]
    fn the_type_of_a_message_has_all_marks() {
        let shown = |kind: &MarkKind| match kind {
            MarkKind::Muted | MarkKind::Pinned | MarkKind::NotRecalled => true,
            // Only holds a rating: `Snapshot::mark` gives none.
            MarkKind::Rated => false,
        };
        let all = [MarkKind::Muted, MarkKind::Pinned, MarkKind::NotRecalled, MarkKind::Rated];
        let names: BTreeSet<String> = all.iter().filter(|kind| shown(kind)).map(name_of).collect();
        assert_eq!(union("  mark?:"), names);
    }
}
