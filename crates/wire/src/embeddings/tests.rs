//! What is asked for, and what a response may be.

use super::{EmbeddingsError as Error, EmbeddingsResponse, checked};
use crate::Protocol;
use ricordo_record::error::{ModelError, ModelErrorKind};
use serde_json::{Value, json};

const BOTH: [Protocol; 2] = [Protocol::OpenAi, Protocol::Ollama];

fn response(status: u16, body: &[u8]) -> EmbeddingsResponse<'_> {
    EmbeddingsResponse { status, retry_after: None, content_type: Some("application/json"), body }
}

fn read(protocol: Protocol, body: &str, count: usize) -> Result<Vec<Vec<f32>>, Error> {
    protocol.embeddings(response(200, body.as_bytes()), count)
}

/// A response with these vectors, as the protocol writes them.
fn reply(protocol: Protocol, vectors: &[Value]) -> String {
    let data: Vec<Value> = (0..)
        .zip(vectors)
        .map(|(index, vector): (u32, _)| json!({ "object": "embedding", "index": index, "embedding": vector }))
        .collect();
    match protocol {
        Protocol::Ollama => json!({ "model": "m", "embeddings": vectors, "total_duration": 14_143_917 }).to_string(),
        _ => json!({ "object": "list", "data": data, "model": "m", "usage": { "total_tokens": 8 } }).to_string(),
    }
}

fn refused(result: Result<Vec<Vec<f32>>, Error>) -> ModelError {
    match result {
        Err(Error::Refused(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn texts_are_asked_for_in_one_request() {
    let body = |protocol: Protocol| -> Value {
        serde_json::from_slice(&protocol.embeddings_body("m", &["one", "два"]).unwrap()).unwrap()
    };
    let input = json!(["one", "два"]);
    assert_eq!(body(Protocol::OpenAi), json!({ "model": "m", "input": input, "encoding_format": "float" }));
    assert_eq!(body(Protocol::Ollama), json!({ "model": "m", "input": input, "truncate": false }));
    let path = |protocol: Protocol, base| protocol.embeddings_path(base);
    assert_eq!(path(Protocol::OpenAi, "http://x/v1"), Some("embeddings"));
    assert_eq!(path(Protocol::Ollama, "http://x:11434"), Some("api/embed"));
    assert_eq!(path(Protocol::Ollama, "http://x:11434/api/"), Some("embed"));
}

#[test]
fn a_protocol_without_vectors_has_none() {
    assert_eq!(Protocol::Anthropic.embeddings_path("https://x"), None);
    assert_eq!(Protocol::Anthropic.embeddings_body("m", &["one"]), None);
    assert_eq!(read(Protocol::Anthropic, "{}", 1), Err(Error::Unsupported));
}

#[test]
fn vectors_are_read() {
    for protocol in BOTH {
        let body = reply(protocol, &[json!([0.25, -1, 1e-3]), json!([0, 2.5, 3])]);
        let expected = vec![vec![0.25, -1.0, 0.001], vec![0.0, 2.5, 3.0]];
        assert_eq!(read(protocol, &body, 2), Ok(expected.clone()));
        assert_eq!(read(protocol, &format!("\u{feff}\n {body}\n"), 2), Ok(expected));
    }
}

#[test]
fn the_index_decides_which_text_a_vector_belongs_to() {
    let read = |indexes: &[Value]| {
        let data = |writes_null: bool| -> Vec<Value> {
            let entry = |(value, index): (u32, &Value)| match index {
                Value::Null if !writes_null => json!({ "embedding": [value] }),
                index => json!({ "index": index, "embedding": [value] }),
            };
            (1..).zip(indexes).map(entry).collect()
        };
        let [missing, null] = [false, true].map(|writes_null| json!({ "data": data(writes_null) }).to_string());
        let found = read(Protocol::OpenAi, &missing, indexes.len());
        assert_eq!(read(Protocol::OpenAi, &null, indexes.len()), found, "{null}");
        found
    };
    assert_eq!(read(&[json!(2), json!(0), json!(1)]), Ok(vec![vec![2.0], vec![3.0], vec![1.0]]));
    for some_missing in [[Value::Null, Value::Null], [Value::Null, json!(1)], [json!(0), Value::Null]] {
        assert_eq!(read(&some_missing), Ok(vec![vec![1.0], vec![2.0]]), "{some_missing:?}");
    }
    for wrong in [
        [json!(0), json!(0)],
        [json!(0), json!(2)],
        [json!(1), json!(-1)],
        [json!(0), json!("1")],
        [json!(0), json!(1.5)],
        [json!(1), Value::Null],
        [Value::Null, json!(0)],
    ] {
        assert_eq!(read(&wrong), Err(Error::Index), "{wrong:?}");
    }
}

#[test]
fn there_are_as_many_vectors_as_texts() {
    for protocol in BOTH {
        let body = reply(protocol, &[json!([1]), json!([2])]);
        assert_eq!(read(protocol, &body, 1), Err(Error::Count { expected: 1, found: 2 }));
        assert_eq!(read(protocol, &body, 3), Err(Error::Count { expected: 3, found: 2 }));
        assert_eq!(read(protocol, &reply(protocol, &[]), 1), Err(Error::Count { expected: 1, found: 0 }));
    }
}

#[test]
fn all_vectors_have_one_dimension() {
    for protocol in BOTH {
        let body = reply(protocol, &[json!([1, 2]), json!([1, 2]), json!([1, 2, 3])]);
        assert_eq!(read(protocol, &body, 3), Err(Error::Dimension { text: 2, expected: 2, found: 3 }));
        let body = reply(protocol, &[json!([]), json!([])]);
        assert_eq!(read(protocol, &body, 2), Err(Error::Dimension { text: 0, expected: 0, found: 0 }));
    }
}

#[test]
fn a_vector_has_only_finite_numbers() {
    for protocol in BOTH {
        for wrong in [
            json!([1, null]),
            json!([1, "2"]),
            json!([1, [2]]),
            json!([1, true]),
            json!([1, 1e39]),
            json!("no base64"),
            json!("AAAA"),
            json!(7),
            json!({ "0": 1 }),
            Value::Null,
        ] {
            let body = reply(protocol, &[json!([1, 2]), wrong]);
            assert_eq!(read(protocol, &body, 2), Err(Error::NotNumbers { text: 1 }), "{body}");
        }
        // Python writes these words for numbers.
        for word in ["NaN", "Infinity", "-Infinity"] {
            let body = reply(protocol, &[json!([1, 2]), json!([1, 777])]).replace("777", word);
            assert_eq!(read(protocol, &body, 2), Err(Error::NotNumbers { text: 1 }), "{body}");
        }
        let overflow = reply(protocol, &[json!([1, 777])]).replace("777", "1e999");
        assert!(read(protocol, &overflow, 1).is_err());
    }
}

#[test]
fn vectors_from_elsewhere_are_checked_in_the_same_way() {
    let vectors = vec![vec![1.0, 2.0], vec![3.0, 4.0]];
    assert_eq!(checked(vectors.clone(), 2), Ok(vectors.clone()));
    assert_eq!(checked(vectors.clone(), 3), Err(Error::Count { expected: 3, found: 2 }));
    assert_eq!(checked(vectors, 1), Err(Error::Count { expected: 1, found: 2 }));
    for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(checked(vec![vec![1.0], vec![wrong]], 2), Err(Error::NotNumbers { text: 1 }));
    }
    let uneven = checked(vec![vec![1.0], vec![1.0, 2.0]], 2);
    assert_eq!(uneven, Err(Error::Dimension { text: 1, expected: 1, found: 2 }));
    assert_eq!(checked(vec![Vec::new()], 1), Err(Error::Dimension { text: 0, expected: 0, found: 0 }));
    assert_eq!(checked(Vec::new(), 0), Ok(Vec::new()));
}

#[test]
fn base64_is_read_too() {
    // 1.0, -0.5: 0000803f 000000bf.
    for encoded in ["AACAPwAAAL8=", "AACAPwAAAL8"] {
        assert_eq!(read(Protocol::OpenAi, &reply(Protocol::OpenAi, &[json!(encoded)]), 1), Ok(vec![vec![1.0, -0.5]]));
    }
    // Not a number: 0000c07f.
    let body = reply(Protocol::OpenAi, &[json!("AADAfw==")]);
    assert_eq!(read(Protocol::OpenAi, &body, 1), Err(Error::NotNumbers { text: 0 }));
}

#[test]
fn a_rate_limit_says_how_long_to_wait() {
    let body = br#"{"error":{"message":"slow down"}}"#;
    for protocol in BOTH {
        let limited = EmbeddingsResponse { retry_after: Some("7"), ..response(429, body) };
        let error = refused(protocol.embeddings(limited, 1));
        assert_eq!((error.kind, error.retry_after_ms), (ModelErrorKind::RateLimited, Some(7_000)));
        assert_eq!((error.status, error.detail.as_str()), (Some(429), "slow down"));
    }
}

#[test]
fn a_text_that_is_too_long_is_known() {
    let body = br#"{"error":"the input length exceeds the context length"}"#;
    let error = refused(Protocol::Ollama.embeddings(response(400, body), 1));
    assert_eq!(error.kind, ModelErrorKind::ContextOverflow);
}

#[test]
fn a_web_page_is_not_the_protocol() {
    let page = b" <!doctype html><title>Sign in</title>";
    for protocol in BOTH {
        for content_type in [None, Some("application/json"), Some("text/html")] {
            let error = refused(protocol.embeddings(EmbeddingsResponse { content_type, ..response(200, page) }, 1));
            assert_eq!((error.kind, error.detail.as_str()), (ModelErrorKind::NotTheProtocol, ""));
        }
        assert_eq!(refused(protocol.embeddings(response(502, page), 1)).kind, ModelErrorKind::ServerError);
    }
}

#[test]
fn what_is_no_object_is_not_the_protocol() {
    for protocol in BOTH {
        for body in [&b""[..], b"null", b"[]", b"\"text\"", b"{", b"{} {}", b"\xff\xfe", b"data: {}"] {
            let error = refused(protocol.embeddings(response(200, body), 1));
            assert_eq!(error.kind, ModelErrorKind::NotTheProtocol, "{body:?}");
        }
    }
}

#[test]
fn an_error_in_a_good_response_is_an_error() {
    for protocol in BOTH {
        for body in
            [r#"{"error":{"message":"no such model"}}"#, r#"{"error":"no such model","data":[],"embeddings":[]}"#]
        {
            let error = refused(read(protocol, body, 1));
            assert_eq!((error.kind, error.detail.as_str()), (ModelErrorKind::ErrorInStream, "no such model"));
        }
        assert_eq!(read(protocol, r#"{"object":"list"}"#, 1), Err(Error::NoVectors));
        assert_eq!(read(protocol, r#"{"data":{},"embeddings":"x"}"#, 1), Err(Error::NoVectors));
    }
    assert_eq!(read(Protocol::OpenAi, r#"{"data":[{"index":0}]}"#, 1), Err(Error::NoVectors));
    // Servers that write every field send an empty error beside the vectors.
    let body = reply(Protocol::OpenAi, &[json!([1])]).replacen('{', r#"{"error":null,"#, 1);
    assert_eq!(read(Protocol::OpenAi, &body, 1), Ok(vec![vec![1.0]]));
}

#[test]
fn every_error_is_a_sentence_of_its_own() {
    let errors = [
        Error::Unsupported,
        Error::Refused(ModelError::new(ModelErrorKind::RateLimited, "")),
        Error::NoVectors,
        Error::TooLong,
        Error::FunctionThrew { message: "no session".to_owned() },
        Error::Count { expected: 3, found: 2 },
        Error::Index,
        Error::NotNumbers { text: 1 },
        Error::Dimension { text: 1, expected: 384, found: 768 },
        Error::Dimension { text: 0, expected: 0, found: 0 },
    ];
    let sentences: std::collections::BTreeSet<String> = errors.iter().map(Error::to_string).collect();
    assert_eq!(sentences.len(), errors.len());
    assert!(sentences.contains("embedding 2 has 768 dimensions and the first one 384"), "{sentences:?}");
    assert!(sentences.contains("there are 2 embeddings for 3 texts"));
}
