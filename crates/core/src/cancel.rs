//! Signals to a running turn: stop now, save now.

use std::{
    cell::RefCell,
    future::Future,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

/// Stops a turn. Clones share one state; a cancellation is permanent.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    signal: Signal,
}

impl Cancel {
    /// Stops everything that holds a clone.
    pub fn cancel(&self) {
        self.signal.raise();
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.signal.state.borrow().raised
    }

    /// Waits until it is cancelled.
    pub async fn cancelled(&self) {
        Raised { signal: self.signal.clone() }.await;
    }
}

/// A signal that can be raised repeatedly, such as "save now". Clones share one state.
#[derive(Clone, Debug, Default)]
pub struct Signal {
    state: Rc<RefCell<SignalState>>,
}

#[derive(Debug, Default)]
struct SignalState {
    raised: bool,
    wakers: Vec<Waker>,
}

impl Signal {
    /// Wakes all waiting tasks; if none is waiting, the next one to wait is woken at once.
    pub fn raise(&self) {
        let wakers = {
            let mut state = self.state.borrow_mut();
            state.raised = true;
            std::mem::take(&mut state.wakers)
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Waits for the next [`Signal::raise`] and resets the signal.
    pub async fn taken(&self) {
        Raised { signal: self.clone() }.await;
        self.state.borrow_mut().raised = false;
    }
}

struct Raised {
    signal: Signal,
}

impl Future for Raised {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.signal.state.borrow_mut();
        if state.raised {
            return Poll::Ready(());
        }
        if !state.wakers.iter().any(|waker| waker.will_wake(context.waker())) {
            state.wakers.push(context.waker().clone());
        }
        Poll::Pending
    }
}
