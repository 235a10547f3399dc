//! What is recognized as a secret, and what is not.

use super::{SecretKind, find_secret};
use proptest::prelude::*;

#[track_caller]
fn assert_found(kind: SecretKind, texts: &[&str]) {
    for text in texts {
        assert_eq!(find_secret(text), Some(kind), "{text}");
    }
}

#[test]
fn keys_are_known_by_how_they_begin() {
    assert_found(
        SecretKind::ApiKey,
        &[
            "My key is sk-proj-abc123DEF456ghi789JKL.",
            "OPENAI_API_KEY=sk-abcdefghij0123456789abcd",
            "token ghp_0123456789abcdefghijABCDEFGHIJ012345 works",
            "github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwx",
            "xoxb-123456789012-abcdefghijkl",
            "Amazon: AKIAIOSFODNN7EXAMPLE",
            "https://maps.example.com/?key=AIzaSyA0123456789abcdefghijklmnopqrstuv",
        ],
    );
}

#[test]
fn tokens_are_found() {
    assert_found(
        SecretKind::AccessToken,
        &[
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r",
            "Authorization: Bearer abc123def456ghi",
            "бот 123456789:AAF0123456789abcdefghijklmnopqrstuv",
        ],
    );
}

#[test]
fn private_keys_and_links_with_passwords_are_found() {
    assert_found(
        SecretKind::PrivateKey,
        &[
            "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----",
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl",
            "-----BEGIN PGP PRIVATE KEY BLOCK-----",
        ],
    );
    assert_found(
        SecretKind::LinkWithPassword,
        &["postgres://anna:s3cret@db.example.com:5432/app", "see https://user:password@example.com/x"],
    );
}

#[test]
fn card_numbers_are_found_in_any_grouping() {
    assert_found(
        SecretKind::CardNumber,
        &[
            "4111111111111111",
            "Карта: 4111 1111 1111 1111, 12/29",
            "card 5555-5555-5555-4444 123",
            "amex 3782 822463 10005",
            "мир 2200 0000 0000 0004",
        ],
    );
}

#[test]
fn passwords_are_found_in_three_languages() {
    assert_found(
        SecretKind::Password,
        &[
            "My password is hunter2",
            "password: swordfish",
            "The password for the old mail is Tr0ub4dor&3.",
            "passwd=letmein1",
            "My PIN is 4821",
            "пін-код 4821",
            "Пароль: котик2009",
            "мой пароль qwerty",
            "Мій пароль від пошти — sonechko12",
            "пароль от вайфая: 12345678",
            "Пароль це «Сонечко»",
        ],
    );
    assert_found(SecretKind::ApiKey, &["api key: 0123456789abcdef0123", "client_secret = \"a1b2c3d4e5f6g7\""]);
}

#[test]
fn long_strings_of_chance_are_found() {
    assert_found(
        SecretKind::RandomString,
        &["wJ4lrXUtn/FEM2K7MDzNG3bPxRf1CYk0qPLsKEY5", "it is q7Xk2Vn9Lp4Rt8Yw3Zs6Bc1Df5Gh0Jm2Nq7x"],
    );
}

#[test]
fn what_is_common_in_a_chat_is_no_secret() {
    for text in [
        "User likes cats.",
        "id 550e8400-e29b-41d4-a716-446655440000",
        "Fixed in commit 24e0ef6ab3f1d2c4b5a697887766554433221100.",
        "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
        "Call +380 44 123 45 67 or 8 (800) 555-35-35",
        "ISBN 978-3-16-148410-0, ISBN 9783161484100",
        "On 2024-01-02 12:30:45 and 2024-01-03",
        "https://docs.example.com/document/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQrStUvWxYz/edit",
        "https://example.com:8080/path?x=1@2",
        "mail to anna@example.com",
        "Timestamp 1700000000000, order 4111111111111112",
        "The password is required. The password is too short.",
        "I forgot my password. It is annoying.",
        "A password-protected archive is large",
        "Uses Bitwarden as a password manager. The password manager is Bitwarden.",
        "Забыл пароль от почты, пароль не подходит",
        "Пароль: забыл. Менеджер паролей — Bitwarden",
        "Потрібен новий пароль, бо старий простий.",
        "пароль от Gmail",
        "getUserByIdentifier2ForAccountInWorkspace",
        "src/components/very_long_folder_name/AnotherComponent2/index.rs",
        "a bearer of bad news, the bearer documentation",
        "sk-learn, sk-..., task-force; keys look like sk-xxxxxxxxxxxxxxxxxxxxxxxx1",
        "-----BEGIN PUBLIC KEY-----",
        "The token limit is 128000 tokens.",
        "pinned 3 messages; spin 1234",
    ] {
        assert_eq!(find_secret(text), None, "{text}");
    }
}

#[test]
fn kinds_read_as_a_piece_of_a_sentence() {
    assert_eq!(format!("It looks like {}.", SecretKind::ApiKey), "It looks like an API key.");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_can_be_searched(text in any::<String>()) {
        find_secret(&text);
    }

    #[test]
    fn any_text_about_passwords_can_be_searched(text in "((password|пароль|pin|token|Bearer|https://|xox|[0-9]{1,7})|[ :=—«\"@.\nїa-c*-]){0,20}") {
        find_secret(&text);
    }

    #[test]
    fn words_alone_are_no_secret(text in "([a-z]{1,9}[ ,.]){0,30}") {
        // A random word may be a label.
        prop_assume!(!["pin", "pwd", "cvv", "cvc", "pass", "token", "secret"].iter().any(|label| text.contains(label)));
        prop_assert_eq!(find_secret(&text), None);
    }
}
