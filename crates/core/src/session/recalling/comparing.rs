//! Compares a question with the stored vectors in steps, so that a page can draw and respond meanwhile.

use super::{super::Session, nearest::Admits};
use crate::{host::Host, id::MessageId, recall::SharedRecall, store::Store};
use ricordo_recall::{
    ranked::PartKey,
    vectors::{Compared, Vector},
};

/// Number of parts that are compared in one step. In a page, 512 of 384 dimensions take 3 ms, and less than a frame if the
/// processor is four times slower: 32,768 messages.
const AT_ONCE: usize = 512;

impl<S: Store, H: Host> Session<S, H> {
    /// How near the messages that may be found are to a question, and those beside them; `None`: there are no vectors to compare
    /// it with any more.
    ///
    /// Pauses even after the last step: ranking by words takes as long, and comes next.
    pub(super) async fn compared(
        &self,
        recall: &SharedRecall,
        question: &Vector,
        admits: Admits<'_>,
        beside: &[(PartKey, MessageId)],
    ) -> Option<Compared> {
        let began = recall.index().vectors.in_space(question.space())?.comparison(question, admits, beside);
        let mut comparison = began.ok()?;
        let is_long = comparison.parts() > AT_ONCE;
        while recall.index().vectors.in_space(question.space()).map(|vectors| comparison.go_on(vectors, AT_ONCE))? {
            self.host.pause().await;
        }
        if is_long {
            self.host.pause().await;
        }
        Some(comparison.ended())
    }
}
