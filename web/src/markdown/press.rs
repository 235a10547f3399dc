//! Handles the buttons in a rendered text: copy, wrap, show a page, load an image, jump to a footnote. One listener serves all texts
//! of the page.

use super::{
    draw::{filled, make, outward, with},
    seen::{load_image, show},
};
use crate::{browser, lightbox, mount, texts};
use leptos::{prelude::set_timeout, task::spawn_local};
use std::time::Duration;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, Event, HtmlElement};

thread_local! {
    // They live as long as the page.
    static ON_CLICK: Closure<dyn Fn(Event)> = Closure::new(|event: Event| {
        let _ = pressed(&event);
    });
    static ON_ERROR: Closure<dyn Fn(Event)> = Closure::new(|event: Event| {
        let _ = failed(&event);
    });
}

/// Listens for clicks on the buttons in this element.
pub(super) fn listen(place: &Element) {
    ON_CLICK.with(|listener| {
        let _ = place.add_event_listener_with_callback("click", listener.as_ref().unchecked_ref());
    });
    // `error` events do not bubble: they must be caught in the capture phase.
    ON_ERROR.with(|listener| {
        let listener = listener.as_ref().unchecked_ref();
        let _ = place.add_event_listener_with_callback_and_bool("error", listener, true);
    });
}

fn pressed(event: &Event) -> Option<()> {
    let button = target(event)?.closest("[data-press]").ok()??;
    match &*button.get_attribute("data-press")? {
        "copy" => copy(button)?,
        "wrap" => {
            let is_wrapped = button.closest(".code").ok()??.class_list().toggle("wrapped").ok()?;
            let _ = button.set_attribute("aria-pressed", if is_wrapped { "true" } else { "false" });
        }
        "show" => spawn_local(show(button)),
        "load" => load(&button.closest(".image").ok()??)?,
        "enlarge" => {
            let image = button.closest(".image").ok()??;
            let loaded = image.query_selector("img").ok()??.get_attribute("src")?;
            lightbox::show(loaded, image.get_attribute("data-alt")?);
        }
        "footnote" => go(&button, ".footnote")?,
        "back" => go(&button.closest(".footnote").ok()??, "[data-press=footnote]")?,
        _ => {}
    }
    Some(())
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

fn copy(button: Element) -> Option<()> {
    let code = button.closest(".code").ok()??.query_selector("pre").ok()??.text_content()?;
    spawn_local(async move {
        let texts = texts::common::common();
        let is_copied = browser::copy(&code).await;
        let result = if is_copied { texts.copied } else { texts::markdown::markdown().not_copied };
        button.set_text_content(Some(result));
        set_timeout(move || button.set_text_content(Some(texts.copy)), Duration::from_secs(2));
    });
    Some(())
}

/// Loads an image after the click on its placeholder.
fn load(place: &Element) -> Option<()> {
    let (address, alt) = (place.get_attribute("data-address")?, place.get_attribute("data-alt")?);
    let name = format!("{}: {alt}", texts::markdown::markdown().enlarge);
    let button = with(
        make("button", "enlarge")?,
        &[("type", "button"), ("data-press", "enlarge"), ("aria-label", name.trim_end_matches([':', ' ']))],
    );
    let image = with(make("img", "")?, &[("decoding", "async"), ("alt", &alt)]);
    spawn_local(load_image(image.clone(), address));
    place.set_text_content(None);
    let _ = place.class_list().add_1("loaded");
    let _ = button.append_child(&image);
    let _ = place.append_child(&button);
    button.dyn_into::<HtmlElement>().ok()?.focus().ok()
}

/// Handles an image that failed to load because it is invalid, missing or blocked by its host. A link to its address is
/// shown instead.
fn failed(event: &Event) -> Option<()> {
    let place = target(event)?.closest(".image").ok()??;
    let address = place.get_attribute("data-address")?;
    // The button that was pressed is gone.
    let has_focus = mount::active().is_some_and(|active| place.contains(Some(&active)));
    place.set_text_content(None);
    let _ = place.class_list().remove_1("loaded");
    let why = with(filled("span", "why", texts::markdown::markdown().image_failed)?, &[("role", "status")]);
    let _ = place.append_child(&why);
    let link = with(outward(&address)?, &[("class", "address"), ("dir", "ltr")]);
    let _ = link.append_child(&leptos::prelude::document().create_text_node(&address));
    place.append_child(&link).ok()?;
    if has_focus {
        link.dyn_into::<HtmlElement>().ok()?.focus().ok()?;
    }
    Some(())
}

/// Scrolls to the first element with the same number in the same text, and focuses it.
fn go(from: &Element, to: &str) -> Option<()> {
    let number = from.get_attribute("data-number")?;
    let text = from.closest(".text").ok()??;
    let place: HtmlElement = text.query_selector(&format!("{to}[data-number='{number}']")).ok()??.dyn_into().ok()?;
    place.scroll_into_view();
    place.focus().ok()
}
