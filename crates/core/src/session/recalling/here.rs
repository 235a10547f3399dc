//! The recaller of a program that has all of its code at once.

use super::{super::Session, Asking, ByMeaning, Recaller, Recalling};
use crate::{
    host::Host,
    recall::{Embedder, NoEmbedder, NoVectorStore, VectorStore},
    store::Store,
};
use std::rc::Rc;

/// The recaller of a program that has all of its code.
struct Here<S, H, E, V> {
    session: Session<S, H>,
    embedder: Option<E>,
    earlier: Option<E>,
    elsewhere: Option<V>,
}

impl<S, H, E, V> Here<S, H, E, V> {
    fn by_meaning(&self) -> Option<ByMeaning<'_, E, V>> {
        let (earlier, elsewhere) = (self.earlier.as_ref(), self.elsewhere.as_ref());
        self.embedder.as_ref().map(|embedder| ByMeaning { embedder, earlier, elsewhere })
    }
}

impl<S: Store, H: Host, E: Embedder, V: VectorStore> Recaller for Here<S, H, E, V> {
    fn recall<'a>(&'a self, asking: Asking<'a>) -> Recalling<'a> {
        Box::pin(self.session.recall(asking, self.by_meaning()))
    }

    fn asks_elsewhere(&self) -> bool {
        self.by_meaning().is_some_and(|by| by.asks_elsewhere())
    }
}

impl<S: Store + Clone + 'static, H: Host + Clone + 'static> Session<S, H> {
    /// The same session, which recalls by words, if its store keeps an index (see
    /// [`Searchable`](crate::search::Searchable)).
    #[must_use]
    pub fn with_recall(self) -> Self {
        let (embedder, elsewhere) = (None::<NoEmbedder>, None::<NoVectorStore>);
        let here = Here { session: self.clone(), embedder, earlier: None, elsewhere };
        self.with_recaller(Rc::new(here))
    }

    /// The same session, which recalls by words and by the vectors of `embedder`. [`Session::make_vectors`] makes those of
    /// the messages.
    #[must_use]
    pub fn with_recall_by_meaning(self, embedder: impl Embedder + 'static) -> Self {
        let (earlier, elsewhere) = (None, None::<NoVectorStore>);
        let here = Here { session: self.clone(), embedder: Some(embedder), earlier, elsewhere };
        self.with_recaller(Rc::new(here))
    }

    /// As [`Session::with_recall_by_meaning`]; the vectors of `earlier` are used until there are more of `embedder`.
    #[must_use]
    pub fn with_earlier_embedder<E: Embedder + 'static>(self, embedder: E, earlier: E) -> Self {
        let (earlier, elsewhere) = (Some(earlier), None::<NoVectorStore>);
        let here = Here { session: self.clone(), embedder: Some(embedder), earlier, elsewhere };
        self.with_recaller(Rc::new(here))
    }

    /// As [`Session::with_recall_by_meaning`], with vectors that are in a store outside this browser.
    /// [`Session::move_vectors`] brings them there.
    #[must_use]
    pub fn with_vectors_elsewhere(
        self,
        embedder: impl Embedder + 'static,
        elsewhere: impl VectorStore + 'static,
    ) -> Self {
        let here = Here { session: self.clone(), embedder: Some(embedder), earlier: None, elsewhere: Some(elsewhere) };
        self.with_recaller(Rc::new(here))
    }
}
