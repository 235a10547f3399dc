//! Deserializes plain objects: the same results as `serde-wasm-bindgen`, and missing, unknown and wrong fields.

use js_sys::JSON;
use ricordo_browser::from_js;
use ricordo_core::{
    record::{Kind, Record},
    settings::Settings,
    testing::sample,
    user_data::UserData,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::BTreeSet;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Inner {
    #[serde(default)]
    list: Vec<u32>,
    name: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Nothing,
    One(u8),
    Two(String, f64),
    Named { width: u32, inner: Option<Inner> },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Outer {
    needed: String,
    #[serde(default = "seven")]
    with_default: i64,
    perhaps: Option<Inner>,
    shapes: Vec<Shape>,
    any: serde_json::Value,
    pair: (u8, bool),
    #[serde(skip)]
    passed_over: u8,
    last: Inner,
}

fn seven() -> i64 {
    7
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    from_js(JSON::parse(json).unwrap()).map_err(|error| error.to_string())
}

fn written(value: &impl Serialize) -> JsValue {
    value.serialize(&serde_wasm_bindgen::Serializer::new().serialize_maps_as_objects(true)).unwrap()
}

#[wasm_bindgen_test]
fn every_kind_of_record_is_read_as_the_library_reads_it() {
    let mut kinds = BTreeSet::new();
    for record in sample::of_every_kind() {
        let stored = written(&record);
        assert_eq!(from_js::<Record>(stored.clone()).unwrap(), record);
        assert_eq!(serde_wasm_bindgen::from_value::<Record>(stored).unwrap(), record);
        kinds.insert(record.kind());
    }
    assert_eq!(kinds.len(), Kind::ALL.len());
}

#[wasm_bindgen_test]
fn fields_are_found_in_any_order_and_unknown_ones_passed_over() {
    let outer = r#"{
        "unknown": [1], "last": { "name": "z" }, "pair": [3, true], "any": { "a": [null, 1.5] }, "constructor": 1,
        "shapes": ["nothing", { "one": 1 }, { "two": ["x", 2.5] }, { "named": { "inner": { "name": "i" }, "width": 9 } }],
        "perhaps": null, "withDefault": -3, "needed": "n"
    }"#;
    let expected = Outer {
        needed: "n".to_owned(),
        with_default: -3,
        perhaps: None,
        shapes: vec![
            Shape::Nothing,
            Shape::One(1),
            Shape::Two("x".to_owned(), 2.5),
            Shape::Named { width: 9, inner: Some(Inner { list: Vec::new(), name: "i".to_owned() }) },
        ],
        any: serde_json::json!({ "a": [null, 1.5] }),
        pair: (3, true),
        passed_over: 0,
        last: Inner { list: Vec::new(), name: "z".to_owned() },
    };
    assert_eq!(read::<Outer>(outer).unwrap(), expected);
    assert_eq!(from_js::<Outer>(written(&expected)).unwrap(), expected);
}

#[wasm_bindgen_test]
fn what_is_missing_is_none_or_its_default_or_named() {
    let least = r#"{ "needed": "n", "shapes": [], "any": 1, "pair": [0, false], "last": { "name": "z" } }"#;
    let outer = read::<Outer>(least).unwrap();
    assert_eq!((outer.with_default, outer.perhaps), (7, None));
    for (field, without) in [
        ("needed", r#"{ "shapes": [], "any": 1, "pair": [0, false], "last": { "name": "z" } }"#),
        ("shapes", r#"{ "needed": "n", "any": 1, "pair": [0, false], "last": { "name": "z" } }"#),
        ("name", r#"{ "needed": "n", "shapes": [], "any": 1, "pair": [0, false], "last": {} }"#),
        ("last", r#"{ "needed": "n", "shapes": [], "any": 1, "pair": [0, false] }"#),
        (
            "width",
            r#"{ "needed": "n", "shapes": [{ "named": {} }], "any": 1, "pair": [0, false], "last": { "name": "z" } }"#,
        ),
    ] {
        assert_eq!(read::<Outer>(without).unwrap_err(), format!("missing field `{field}`"));
    }
    assert_eq!(from_js::<Inner>(JsValue::UNDEFINED).unwrap_err().to_string(), "a value is missing");
}

#[wasm_bindgen_test]
fn what_an_older_build_did_not_store_has_its_default() {
    assert_eq!(read::<UserData>("{}").unwrap(), UserData::default());
    let some = r#"{ "summaries": {}, "memory": {}, "compression": { "min_messages": 7 }, "context_max_tokens": 9000 }"#;
    let settings = read::<Settings>(some).unwrap();
    assert_eq!(settings, serde_json::from_str(some).unwrap());
    assert_eq!((settings.compression.min_messages, settings.context_max_tokens), (7, 9_000));
    assert_eq!(read::<Settings>("{}").unwrap(), Settings::default());
}

#[wasm_bindgen_test]
fn what_is_something_else_is_refused() {
    for (json, reason) in [
        (r#"{ "name": 3 }"#, "expected a string"),
        (r#"{ "name": "a", "list": 3 }"#, "expected a sequence"),
        (r#"{ "name": "a", "list": [1, "x"] }"#, "expected u32"),
        (r#"{ "name": "a", "list": [-1] }"#, "expected u32"),
        (r#"{ "name": "a", "list": [4294967296] }"#, "a value is not valid"),
        ("[1, 2]", "missing field `name`"),
        ("\"text\"", "expected struct Inner"),
    ] {
        let error = read::<Inner>(json).unwrap_err();
        assert!(error.contains(reason), "{json}: {error}");
    }
    for json in
        ["\"other\"", r#"{ "other": 1 }"#, r#"{ "one": 1, "two": 2 }"#, r#"{ "nothing": 1 }"#, "\"one\"", "1", "{}"]
    {
        assert!(read::<Shape>(json).is_err(), "{json}");
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Scalars {
    signed: i64,
    unsigned: u64,
    fraction: f32,
    sign: char,
    by_name: std::collections::BTreeMap<String, u8>,
    any: serde_json::Value,
}

#[wasm_bindgen_test]
fn scalars_and_maps_are_read_as_they_were_written() {
    let scalars = Scalars {
        signed: -(1 << 53) + 1,
        unsigned: (1 << 53) - 1,
        fraction: 0.5,
        sign: 'ї',
        by_name: [("b".to_owned(), 2), ("a".to_owned(), 1)].into(),
        any: serde_json::json!({ "list": [1, -1.5, "x", true, null, {}], "big": 9_007_199_254_740_991_i64 }),
    };
    assert_eq!(from_js::<Scalars>(written(&scalars)).unwrap(), scalars);
}
