//! Signals from outside into a running turn: stop now, save now.

use std::{
    cell::RefCell,
    future::Future,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

/// Stops a turn. Clones share one state; once cancelled, it stays so.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    signal: Signal,
}

impl Cancel {
    /// Stops what holds a clone of this.
    pub fn cancel(&self) {
        self.signal.raise();
    }

    /// Whether it was stopped.
    pub fn is_cancelled(&self) -> bool {
        self.signal.state.borrow().raised
    }

    /// Waits until it is stopped.
    pub async fn cancelled(&self) {
        Raised { signal: self.signal.clone() }.await;
    }
}

/// A wish that can be raised again and again, such as "save now". Clones share one state.
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
    /// Wakes whoever waits; the next one to wait is woken at once when nobody does.
    pub fn raise(&self) {
        let wakers = {
            let mut state = self.state.borrow_mut();
            state.raised = true;
            std::mem::take(&mut state.wakers)
        };
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Waits for the next [`Signal::raise`] and takes it.
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
