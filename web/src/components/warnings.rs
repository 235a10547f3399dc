//! What the user may want to know of a request, in sentences.

use super::icon::{Icon, Picture};
use crate::words;
use leptos::prelude::*;
use ricordo_core::compile::Warning;

/// The warnings, where there are any.
#[component]
pub fn Warnings(warnings: Vec<Warning>) -> impl IntoView {
    (!warnings.is_empty()).then(|| {
        let rows = warnings.iter().map(|warning| {
            view! {
                <li data-testid="inspector-warning"><Icon picture=Picture::Warning/><span>{words::warning(warning)}</span></li>
            }
        });
        let rows: Vec<_> = rows.collect();
        view! { <ul class="warnings">{rows}</ul> }
    })
}
