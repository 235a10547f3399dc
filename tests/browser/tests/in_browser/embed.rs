//! `ContextManager` as another page uses it: from JavaScript, with plain objects.

use crate::{
    http::{play, sent},
    support::{fresh, run},
};
use ricordo::ContextManager;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

const ANSWER: &str = r#"return stream(piece("Hel"), piece("lo"), last);"#;

async fn open(options: &str) -> Result<ContextManager, JsValue> {
    ContextManager::open(run(&format!("return ({options})"), "").await.unchecked_into()).await
}

fn text(value: JsValue) -> String {
    value.as_string().expect("a text")
}

#[wasm_bindgen_test]
async fn a_page_opens_sends_and_closes() {
    play(ANSWER).await;
    let name = fresh("embed");
    let options = format!("{{ name: '{name}', endpoint: {{ baseUrl: 'http://127.0.0.1:9/v1', model: 'm' }} }}");
    let manager: JsValue = open(&options).await.unwrap().into();
    let told = run(
        "const events = [];
         const reply = await argument.send('Hi', { onEvent: (event) => events.push(event.type + (event.text ?? '')) });
         const history = await argument.history();
         await argument.close();
         const closed = await argument.send('More').catch((error) => [error instanceof Error, error.name, error.code]);
         return JSON.stringify([events, reply.role, reply.text, reply.finish, history.map((message) => message.text), closed]);",
        manager,
    )
    .await;
    sent().await;
    let events = r#"["stored","sent","textHel","textlo"]"#;
    let rest = r#""assistant","Hello","complete",["Hi","Hello"],[true,"RicordoError","closed"]"#;
    assert_eq!(text(told), format!("[{events},{rest}]"));

    let again: JsValue = open(&options).await.unwrap().into();
    let told = run("return JSON.stringify((await argument.history()).map((message) => message.text))", again).await;
    assert_eq!(text(told), r#"["Hi","Hello"]"#);
}

#[wasm_bindgen_test]
async fn a_signal_stops_the_reply_and_a_failure_has_a_code() {
    play(r#"return new Response("no", { status: 401 });"#).await;
    let manager: JsValue = open("{ endpoint: { baseUrl: 'http://127.0.0.1:9/v1', model: 'm' } }").await.unwrap().into();
    let told = run(
        "const failed = await argument.send('Hi');
         const stopped = await argument.send('Hi', { signal: AbortSignal.abort() });
         return JSON.stringify([failed.finish, failed.error.code, stopped.finish]);",
        manager,
    )
    .await;
    sent().await;
    assert_eq!(text(told), r#"["failed","unauthorized","stopped"]"#);
}

#[wasm_bindgen_test]
async fn wrong_options_are_named() {
    let error = open("{ endpoint: { baseURL: 'http://127.0.0.1:9/v1', model: 'm' } }").await.err().unwrap();
    let told = run("return `${argument.code}: ${argument.message}`", error).await;
    let told = text(told);
    assert!(told.starts_with("bad-options: ContextManager.open: Error: missing field `baseUrl`"), "{told}");
}
