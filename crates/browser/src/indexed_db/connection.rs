//! An open database, and everything that can close it: us, a newer tab that wants to upgrade, the browser.

use super::{
    errors, migrations,
    schema::{self, VERSION},
};
use futures_util::future::{Either, select};
use indexed_db_futures::{
    Build, database::Database, error::OpenDbError, future::OpenDbRequest, internals::SystemRepr,
    transaction::Transaction,
};
use ricordo_core::{cancel::Cancel, error::StoreError};
use std::{
    cell::Cell,
    future::Future,
    pin::{Pin, pin},
    rc::Rc,
};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{IdbDatabase, IdbOpenDbRequest, IdbVersionChangeEvent};

/// An open database, closed on drop.
pub(super) struct Connection {
    database: Database,
    closed: Cancel,
    _on_versionchange: Closure<dyn FnMut()>,
    _on_close: Closure<dyn FnMut()>,
}

impl Connection {
    /// Opens a database by name; creates it if it does not exist. Returns `None` if it is of an older version, and does not
    /// change it then.
    pub(super) async fn open_current(name: &str) -> Result<Option<Self>, StoreError> {
        let request = Database::open(name).with_version(VERSION).build().map_err(errors::from_open_error)?;
        let is_older = Rc::new(Cell::new(false));
        let noted = Rc::clone(&is_older);
        let on_upgrade = create_or_abort(request.as_sys(), move |new, version| {
            noted.set(version > 0.0);
            !noted.get() && schema::create(new).is_ok()
        });
        match Self::opened(name, request, Some(on_upgrade)).await {
            Err(_) if is_older.get() => Ok(None),
            opened => opened.map(Some),
        }
    }

    /// Opens a database by name, after upgrading it if it is of an older version.
    pub(super) async fn upgrade(name: &str) -> Result<Self, StoreError> {
        let request = Database::open(name).with_version(VERSION).with_on_upgrade_needed_fut(
            async |event, transaction: &Transaction<'_>| {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "versions are whole")]
                let from = event.old_version() as u32;
                migrations::upgrade(from, transaction).await
            },
        );
        Self::opened(name, request.build().map_err(errors::from_open_error)?, None).await
    }

    /// `on_upgrade`: kept until the request is answered.
    async fn opened(name: &str, request: OpenDbRequest, on_upgrade: Option<OnUpgrade>) -> Result<Self, StoreError> {
        let blocked = Cancel::default();
        let raised = blocked.clone();
        let on_blocked = Closure::<dyn FnMut()>::new(move || raised.cancel());
        request.as_sys().set_onblocked(Some(on_blocked.as_ref().unchecked_ref()));
        let request = async move {
            let _listeners = (on_blocked, on_upgrade);
            request.await
        };
        match or_blocked(Box::pin(request), &blocked).await {
            Opening::Opened(database) => Ok(Self::new(database)),
            Opening::Blocked => Err(StoreError::UpgradeBlocked),
            Opening::Failed(error) if errors::is_newer_version(&error) => Err(newer_version(name).await),
            Opening::Failed(error) => Err(errors::from_open_error(error)),
        }
    }

    fn new(database: Database) -> Self {
        let closed = Cancel::default();
        let raw = raw(&database);
        let on_versionchange = {
            let (raw, closed) = (raw.clone(), closed.clone());
            // A newer tab wants to upgrade and has to wait until this connection is closed.
            Closure::<dyn FnMut()>::new(move || {
                closed.cancel();
                raw.close();
            })
        };
        let on_close = {
            let closed = closed.clone();
            Closure::<dyn FnMut()>::new(move || closed.cancel())
        };
        raw.set_onversionchange(Some(on_versionchange.as_ref().unchecked_ref()));
        raw.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Self { database, closed, _on_versionchange: on_versionchange, _on_close: on_close }
    }

    /// The database, while it is open.
    pub(super) fn database(&self) -> Result<&Database, StoreError> {
        if self.closed.is_cancelled() { Err(StoreError::Closed) } else { Ok(&self.database) }
    }

    /// Waits until the connection is closed, by any party.
    pub(super) async fn closed(&self) {
        self.closed.cancelled().await;
    }

    /// Closes the connection. Running transactions complete first.
    pub(super) fn close(&self) {
        self.closed.cancel();
        raw(&self.database).close();
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let raw = raw(&self.database);
        raw.set_onversionchange(None);
        raw.set_onclose(None);
        self.close();
    }
}

fn raw(database: &Database) -> IdbDatabase {
    database.as_sys().clone().unchecked_into()
}

type OnUpgrade = Closure<dyn FnMut(IdbVersionChangeEvent)>;

/// Calls `create` with a database that is new or of an older version, and with that version, 0 for a new one. If it returns
/// `false`, the database stays as it was. This does not use the library's own listener, because that prints errors of all
/// kinds, and with them come the tables for printing numbers.
fn create_or_abort(request: &IdbOpenDbRequest, create: impl Fn(&IdbDatabase, f64) -> bool + 'static) -> OnUpgrade {
    let target = request.clone();
    let on_upgrade = Closure::<dyn FnMut(IdbVersionChangeEvent)>::new(move |event: IdbVersionChangeEvent| {
        let is_created = target.result().is_ok_and(|new| create(new.unchecked_ref(), event.old_version()));
        if let Some(transaction) = target.transaction().filter(|_| !is_created) {
            let _ = transaction.abort();
        }
    });
    request.set_onupgradeneeded(Some(on_upgrade.as_ref().unchecked_ref()));
    on_upgrade
}

/// Result of a request to open a database.
enum Opening {
    Opened(Database),
    Failed(OpenDbError),
    /// Another tab holds an older version open.
    Blocked,
}

/// Waits for the database to open, or for another tab to block the upgrade.
async fn or_blocked(
    request: Pin<Box<dyn Future<Output = Result<Database, OpenDbError>>>>,
    blocked: &Cancel,
) -> Opening {
    let open = match select(request, pin!(blocked.cancelled())).await {
        Either::Left((Ok(database), _)) => return Opening::Opened(database),
        Either::Left((Err(error), _)) => return Opening::Failed(error),
        Either::Right(((), open)) => open,
    };
    // The request cannot be cancelled: it runs as soon as the other tab is closed.
    wasm_bindgen_futures::spawn_local(async move {
        if let Ok(database) = open.await {
            database.close();
        }
    });
    Opening::Blocked
}

async fn newer_version(name: &str) -> StoreError {
    let opened = match Database::open(name).build() {
        Ok(request) => request.await,
        Err(error) => Err(error),
    };
    match opened {
        Ok(database) => {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "versions are whole")]
            let found = database.version() as u32;
            database.close();
            StoreError::NewerVersion { found, known: VERSION }
        }
        Err(error) => errors::from_open_error(error),
    }
}

/// Opens a small database for another purpose, which has no earlier versions to upgrade from.
pub(crate) async fn open_plain(name: &str, stores: &'static [&'static str]) -> Result<Database, StoreError> {
    let request = Database::open(name).with_version(1u32).build().map_err(errors::from_open_error)?;
    let on_upgrade =
        create_or_abort(request.as_sys(), |new, _| stores.iter().all(|store| new.create_object_store(store).is_ok()));
    let opened = request.await;
    drop(on_upgrade);
    opened.map_err(errors::from_open_error)
}
