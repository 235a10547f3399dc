//! Shapes that programs wrote in other versions than those of the large fixtures, each as small as it shows itself.

use super::{
    programs::{memories, prompt_of, shown, skipped, switch, templates},
    support::{conversation_of, import, lines_of, messages, session, zip},
};
use ricordo_core::{
    exchange::{End, Format, Why},
    message::Role,
};

fn texts(found: &[(Role, Vec<String>)]) -> Vec<Vec<&str>> {
    found.iter().map(|(_, parts)| parts.iter().map(String::as_str).collect()).collect()
}

#[tokio::test]
async fn chatgpt_marks_become_the_words_that_were_shown() {
    let cite = "\u{e200}cite\u{e202}turn0search1\u{e201}";
    let text = serde_json::json!({"title": "Marks", "mapping": {"a": {"message": {
        "author": {"role": "assistant"}, "content": {"content_type": "text", "parts": [format!(
            "\u{e200}entity\u{e202}[\"city\",\"Kyiv\",\"capital\"]\u{e201} is old {cite}. See \u{e200}url\u{e202}the map\u{e202}https://example.org\u{e201}.\u{e200}navlist\u{e202}x\u{e201}"
        )]},
        "metadata": {"content_references": [{"matched_text": cite, "alt": "([Atlas](https://example.org/a))"}]}}}}});
    let session = session();
    import(&session, text.to_string().into_bytes()).await;
    assert_eq!(
        lines_of(&session, "Marks").await,
        ["Assistant: Kyiv is old ([Atlas](https://example.org/a)). See [the map](https://example.org)."]
    );
}

#[tokio::test]
async fn chatgpt_voice_names_its_recordings_and_a_canvas_is_text() {
    let text = r#"{"title":"Voice","is_starred":true,"mapping":{
      "u":{"children":["c"],"message":{"author":{"role":"user"},"content":{"content_type":"multimodal_text","parts":[
        {"content_type":"audio_transcription","text":"A poem, please","direction":"in"},
        {"content_type":"real_time_user_audio_video_asset_pointer","frames_asset_pointers":[],"video_container_asset_pointer":null,
         "audio_asset_pointer":{"content_type":"audio_asset_pointer","asset_pointer":"sediment://file_0001"}}]}}},
      "c":{"parent":"u","children":["t"],"message":{"author":{"role":"assistant"},"recipient":"canmore.create_textdoc","content":{"content_type":"code","language":"json",
        "text":"{\"name\":\"Poem\",\"type\":\"document\",\"content\":\"Snow falls.\"}"}}},
      "t":{"parent":"c","children":["d"],"message":{"author":{"role":"tool","name":"canmore.create_textdoc"},"content":{"content_type":"text","parts":["Created."]}}},
      "d":{"parent":"t","children":[],"message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["There it is."]}}}}}"#;
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!(skipped(&came), [("Voice: file_0001", Why::NotInFile)]);
    assert_eq!(
        texts(&shown(&session, "Voice").await),
        [
            vec!["A poem, please\n\n[file file_0001]"],
            vec!["Poem\n\nSnow falls."],
            vec!["(canmore.create_textdoc\nCreated.)", "There it is."]
        ]
    );
    assert!(conversation_of(&session, "Voice").await.pinned);
}

#[tokio::test]
async fn what_chatgpt_was_told_for_all_conversations_is_proposed_once() {
    let one = r#"{"id":"One","title":"One","mapping":{
      "c":{"children":["t"],"message":{"author":{"role":"user"},"content":{"content_type":"user_editable_context","user_profile":"…","user_instructions":"…"},
        "metadata":{"is_visually_hidden_from_conversation":true,"user_context_message_data":{"about_user_message":"Preferred name: Anna\nOther Information: Has a dog","about_model_message":"Answer briefly."}}}},
      "t":{"parent":"c","children":["a"],"message":{"author":{"role":"assistant"},"content":{"content_type":"thoughts","parts":["Think."]}}},
      "a":{"parent":"t","children":[],"message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["Hello"]}}}}}"#;
    let session = session();
    let text = format!("[{one},{}]", one.replace("One", "Two"));
    let came = import(&session, text.into()).await;
    assert_eq!((came.imported.conversations, came.imported.others, came.skipped.len()), (2, 3, 0));
    let mut found: Vec<String> = memories(&session).await.into_iter().map(|memory| memory.text).collect();
    found.sort();
    assert_eq!(found, ["Answer briefly.", "Other Information: Has a dog", "Preferred name: Anna"]);
    assert_eq!(texts(&shown(&session, "Two").await), [vec!["(Think.)", "Hello"]]);
}

#[tokio::test]
async fn chatgpt_images_without_an_ending_are_known_by_their_content() {
    let text = r#"[{"id":"i","title":"Images","mapping":{"u":{"message":{"author":{"role":"user"},"content":{"content_type":"multimodal_text","parts":[
      {"content_type":"image_asset_pointer","asset_pointer":"sediment://file_A1"},{"content_type":"image_asset_pointer","asset_pointer":"file-service://file-B2"},"Look"]},
      "metadata":{"attachments":[{"id":"file_A1","name":"map.png"},{"id":"file_C3","name":"plan.pdf"}]}}}}}]"#;
    let files: [(&str, &[u8]); 6] = [
        ("conversations-000.json", text.as_bytes()),
        ("conversation_asset_file_names.json", br#"{"file_A1.dat":"map.png"}"#),
        ("export_manifest.json", br#"{"version":1,"export_files":[]}"#),
        ("file_A1.dat", b"\x89PNG\r\n\x1a\n"),
        ("file-B2.dat", b"\xff\xd8\xff\xe0 JFIF"),
        ("file_C3.dat", b"%PDF-1.7"),
    ];
    let session = session();
    let came = import(&session, zip(&files)).await;
    assert_eq!((came.end.clone(), skipped(&came)), (End::Whole, vec![("Images: plan.pdf", Why::NotInFile)]));
    assert_eq!(
        texts(&shown(&session, "Images").await),
        [vec!["<image/png map.png>", "<image/jpeg file-B2.dat>", "Look\n\n[file plan.pdf]"]]
    );
}

#[tokio::test]
async fn claude_memory_files_and_the_description_of_a_project_are_not_lost() {
    let text = r#"[{"conversations_memory":null,"project_memories":[],"account_uuid":"a","memory_files":[
        {"path":"/profile.md","content":"- Has a dog\n- Lives in Lviv","updated_at":"2026-08-01T10:00:00Z"}]},
      {"uuid":"p","name":"Garden","description":"All about beds","prompt_template":"","docs":[]}]"#;
    let session = session();
    let came = import(&session, text.into()).await;
    let mut found: Vec<String> = memories(&session).await.into_iter().map(|memory| memory.text).collect();
    found.sort();
    assert_eq!((came.end.clone(), found), (End::Whole, vec!["Has a dog".to_owned(), "Lives in Lviv".to_owned()]));
    assert_eq!(skipped(&came), [("Garden: description", Why::NoPlace)]);
}

#[tokio::test]
async fn open_webui_keeps_sources_texts_of_files_and_the_output_of_code() {
    let text = r#"[{"title":"Files","chat":{"history":{"currentId":"b","messages":{
      "a":{"id":"a","parentId":null,"role":"user","content":[{"type":"text","text":"What is in it?"},{"type":"image_url","image_url":{"url":"https://example.org/cat.png"}}],
        "files":[{"type":"file","file":{"filename":"notes.txt","data":{"content":"Buy tea."}}},{"type":"file","name":"big.pdf"}]},
      "b":{"id":"b","parentId":"a","role":"assistant","model":"llama3","content":"Tea [1].\n<details type=\"code_interpreter\" done=\"true\" output=\"&quot;42&quot;\">\n<summary>Analyzed</summary>\n```python\n6*7\n```\n</details>",
        "sources":[{"source":{"name":"notes.txt","url":"https://example.org/n"},"document":["Buy tea."]}],"merged":{"status":true,"content":"Both agree."}}}}}}]"#;
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!(skipped(&came), [("Files: cat.png", Why::NotInFile), ("Files: big.pdf", Why::NotInFile)]);
    assert_eq!(
        texts(&shown(&session, "Files").await),
        [
            vec!["What is in it?\n\n[image cat.png]\n\nnotes.txt\n```\nBuy tea.\n```\n\n[file big.pdf]"],
            vec![
                "Tea [1].\n\n```python\n6*7\n```\n\n```\n42\n```\n\nBoth agree.\n\n[1] notes.txt https://example.org/n"
            ]
        ]
    );
}

#[tokio::test]
async fn librechat_reasoning_in_the_text_is_reasoning() {
    let text = r#"{"conversationId":"l","title":"Old","messages":[
      {"messageId":"1","parentMessageId":"00000000-0000-0000-0000-000000000000","sender":"User","isCreatedByUser":true,"text":"Why?"},
      {"messageId":"2","parentMessageId":"1","sender":"Claude","isCreatedByUser":false,"text":":::thinking\nIt is a test.\n:::\n\nBecause."}]}"#;
    let session = session();
    import(&session, text.into()).await;
    assert_eq!(texts(&shown(&session, "Old").await), [vec!["Why?"], vec!["(It is a test.)", "Because."]]);
}

#[tokio::test]
async fn the_first_form_of_lobehub_has_chats_in_their_sessions() {
    let text = r#"{"exportType":"sessions","version":1,"state":{"sessions":{"s":{"id":"s","type":"agent","meta":{"title":"Cook"},"config":{"systemRole":"You cook."},
      "topics":{"t":{"id":"t","title":"Soup","createAt":1698463911747,"updateAt":1698463915716}},
      "chats":{
        "u":{"id":"u","role":"user","content":"How is the weather?","topicId":"t","createAt":1698463981313,"meta":{}},
        "f":{"id":"f","role":"function","content":"{\"rain\":true}","topicId":"t","parentId":"u","createAt":1698463981314,
             "plugin":{"apiName":"weather","identifier":"sky","arguments":"{\"city\":\"Lviv\"}"}},
        "a":{"id":"a","role":"assistant","content":"It rains.","topicId":"t","parentId":"f","createAt":1698463981400,"extra":{"fromModel":"gpt-3.5-turbo"}},
        "o":{"id":"o","role":"user","content":"Outside","createAt":1698463981500}}}}}}"#;
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.format, came.imported.conversations, came.imported.messages), (Some(Format::LobeHub), 2, 5));
    assert_eq!(
        shown(&session, "Soup").await,
        [
            (Role::User, vec!["How is the weather?".to_owned()]),
            (Role::Assistant, vec!["call_1: weather {\"city\":\"Lviv\"}".to_owned()]),
            (Role::Tool, vec!["call_1 = {\"rain\":true}".to_owned()]),
            (Role::Assistant, vec!["It rains.".to_owned()]),
        ]
    );
    let stored = messages(&session, "Soup").await;
    assert_eq!((stored[3].model.as_deref(), stored[3].created_at.0), (Some("gpt-3.5-turbo"), 1_698_463_981_400));
    assert_eq!(prompt_of(&session, "Cook").await.as_deref(), Some("You cook."));
    assert_eq!(conversation_of(&session, "Soup").await.created_at.0, 1_698_463_911_747);
}

#[tokio::test]
async fn a_topic_of_lobehub_is_one_conversation_whatever_its_messages_name() {
    let text = r#"{"mode":"postgres","schemaHash":"x","data":{"agents":[{"id":"ag","title":"Cook","systemRole":"You cook."}],
      "topics":[{"id":"t","title":"Bread","agentId":"ag","sessionId":null}],"messageTranslates":[{"id":"a","content":"x"}],
      "messages":[
        {"id":"a","role":"user","content":"Rye?","sessionId":"old","topicId":"t","createdAt":"2026-06-25T14:00:01.000Z"},
        {"id":"b","role":"assistant","content":"[{\"type\":\"text\",\"text\":\"So:\"},{\"type\":\"image\",\"image\":\"https://example.org/rye.png\"}]","metadata":{"isMultimodal":true},
          "sessionId":null,"agentId":"ag","topicId":"t","parentId":"a","createdAt":"2026-06-25T14:00:02.000Z"},
        {"id":"c","role":"user","content":"In the inbox","agentId":"ag","createdAt":"2026-06-25T14:00:03.000Z"}]}}"#;
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.imported.conversations, came.imported.messages), (2, 3));
    assert_eq!(skipped(&came), [("Bread: rye.png", Why::NotInFile), ("messageTranslates", Why::NoPlace)]);
    assert_eq!(texts(&shown(&session, "Bread").await), [vec!["Rye?"], vec!["So:\n\n[image rye.png]"]]);
    assert_eq!(prompt_of(&session, "Bread").await.as_deref(), Some("You cook."));
    assert_eq!(lines_of(&session, "Cook").await, ["User: In the inbox"]);
}

#[tokio::test]
async fn the_exports_of_a_topic_of_lobehub_are_read() {
    let full = r#"{"version":"2.0","title":"Soup","exportedAt":"2026-06-25T15:00:00.000Z","messages":[
      {"id":"system-role","role":"system","content":"You cook.","createdAt":"2026-06-25T15:00:00.000Z"},
      {"id":"a","role":"user","content":"Salt?","createdAt":"2026-06-25T14:00:00.000Z"},
      {"id":"b","role":"assistant","content":"A little.","model":"gpt-5","parentId":"a","createdAt":"2026-06-25T14:00:01.000Z"}]}"#;
    let session = session();
    import(&session, full.into()).await;
    assert_eq!(lines_of(&session, "Soup").await, ["User: Salt?", "Assistant: A little."]);
    assert_eq!(prompt_of(&session, "Soup").await.as_deref(), Some("You cook."));
    assert_eq!(conversation_of(&session, "Soup").await.created_at.0, 1_782_396_000_000);
    let simple = r#"[{"role":"system","content":"You cook."},{"content":"Salt?","role":"user"},
      {"content":"","role":"assistant","tools":[{"id":"c","apiName":"look_up","arguments":"{}"}]},{"content":"1 g","role":"tool","tool_call_id":"c"},
      {"content":"One gram.","role":"assistant"}]"#;
    let came = import(&session, simple.into()).await;
    assert_eq!((came.format, came.imported.conversations), (Some(Format::LobeHub), 1));
    let found = shown(&session, "").await;
    assert_eq!(texts(&found), [vec!["Salt?"], vec!["c: look_up {}"], vec!["c = 1 g"], vec!["One gram."]]);
    assert_eq!(prompt_of(&session, "").await.as_deref(), Some("You cook."));
}

#[tokio::test]
async fn a_conversation_without_an_id_and_a_time_is_already_here_the_second_time() {
    let simple = |first: &str| {
        format!(r#"[{{"role":"user","content":"{first}"}},{{"role":"assistant","content":"A little."}}]"#)
    };
    let next_chat = |first: &str| format!(r#"{{"messages":{}}}"#, simple(first));
    let session = session();
    for (format, file) in [(Format::LobeHub, &simple as &dyn Fn(&str) -> String), (Format::NextChat, &next_chat)] {
        let come = async |first| import(&session, file(first).into_bytes()).await;
        let first = come("Salt?").await;
        assert_eq!((first.format, first.imported.conversations, first.imported.here), (Some(format), 1, 0));
        let again = come("Salt?").await;
        assert_eq!((again.imported.conversations, again.imported.here), (0, 1), "{format:?}");
        assert_eq!(come("Pepper?").await.imported.conversations, 1, "another one");
    }
}

#[tokio::test]
async fn chatbox_images_without_a_prefix_and_the_texts_of_files_are_taken() {
    let text = r#"{"chat-sessions":[{"id":1,"name":"Old","messages":[
        {"id":"a","role":"user","content":"Read","contentParts":[],"files":[{"id":"f","name":"a.txt","storageKey":"parseFile-1"}]},
        {"id":"b","role":"assistant","reasoningContent":"Hm.","contentParts":[{"type":"reasoning","text":"Hm."},{"type":"image","storageKey":"picture:1"}]}]},
      {"id":2,"name":"Other","messages":[{"role":"user","content":"Same"}]},{"id":3,"name":"Third","messages":[{"role":"user","content":"Other"}]}],
      "parseFile-1":"Milk","picture:1":"iVBORw0KGgo="}"#;
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.imported.conversations, came.skipped.len()), (3, 0));
    assert_eq!(
        texts(&shown(&session, "Old").await),
        [vec!["Read\n\na.txt\n```\nMilk\n```"], vec!["(Hm.)", "<image/png >"]]
    );
    let alone = r#"{"version":1,"session":{"name":"Alone","messages":[{"id":"a","role":"user","contentParts":[{"type":"text","text":"Hi"}]}]}}"#;
    assert_eq!(import(&session, alone.into()).await.format, Some(Format::Chatbox));
    assert_eq!(lines_of(&session, "Alone").await, ["User: Hi"]);
}

#[tokio::test]
async fn what_chatbox_kept_of_older_messages_comes_once() {
    let text = r#"{"__exported_items":["conversations"],"chat-sessions-list":[{"id":"w","name":"Web","starred":true,"createdAt":1721042681817}],
      "session:w":{"id":"w","messages":[
      {"id":"a","role":"user","content":"Look","contentParts":[{"type":"text","text":"Look"},{"type":"image","url":"https://example.org/a.png"}],"pictures":[{"url":"https://example.org/a.png"}]},
      {"id":"b","role":"assistant","content":"Found.","contentParts":[{"type":"text","text":"..."}],
       "webBrowsing":{"query":["tea","milk"],"links":[{"title":"Tea","url":"https://example.org/tea"}]}}]}}"#;
    let session = session();
    import(&session, text.into()).await;
    assert_eq!(
        texts(&shown(&session, "Web").await),
        [
            vec!["Look\n\n[image a.png]"],
            vec!["call_1: web_search {\"query\":\"tea, milk\"}"],
            vec!["call_1 = Tea\nhttps://example.org/tea"],
            vec!["Found."]
        ]
    );
    let conversation = conversation_of(&session, "Web").await;
    assert_eq!((conversation.created_at.0, conversation.pinned), (1_721_042_681_817, true));
}

#[tokio::test]
async fn conversations_without_ids_are_told_apart_by_their_texts() {
    let text = r#"{"chat-next-web-store":{"sessions":[
        {"id":1,"topic":"One","messages":[{"role":"user","content":"a"}]},{"topic":"Two","messages":[{"role":"user","content":"b"}]},
        {"topic":"Three","messages":[{"role":"user","content":"c"}]}]}}"#;
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.imported.conversations, came.imported.here), (3, 0));
    assert_eq!(import(&session, text.into()).await.imported.here, 3);
}

#[tokio::test]
async fn the_masks_of_nextchat_are_templates_whatever_role_their_text_has() {
    let text = r#"[{"id":"m","name":"Poet","context":[{"role":"user","content":"You write poems."},{"role":"assistant","content":"Gladly."}],"modelConfig":{"model":"gpt-4"},"lang":"en","builtin":false}]"#;
    let session = session();
    let came = import(&session, text.into()).await;
    assert_eq!((came.end.clone(), came.format), (End::Whole, Some(Format::NextChat)));
    assert_eq!(skipped(&came), [("Poet: context", Why::NoPlace)]);
    assert_eq!(templates(&session).await[0].text, "You write poems.");
}

#[tokio::test]
async fn a_sillytavern_chat_with_placeholders_in_its_head_has_the_name_of_the_character() {
    let head = r#"{"chat_metadata":{"integrity":"i"},"user_name":"unused","character_name":"unused"}"#;
    let first = r#"{"name":"Mira","is_user":false,"is_system":false,"send_date":"Juni 25, 2024 2:37pm","mes":"Hello","extra":{"file":{"name":"a.txt","text":"Milk"}}}"#;
    let branch = r#"{"chat_metadata":{"integrity":"i","note_prompt":"{{char}} is tired.","main_chat":"Mira"},"user_name":"unused","character_name":"unused"}"#;
    let session = session();
    import(&session, format!("{head}\n{first}\n").into_bytes()).await;
    let stored = messages(&session, "Mira").await;
    assert_eq!(
        (stored[0].text().as_str(), stored[0].created_at.0),
        ("Hello\n\na.txt\n```\nMilk\n```", 1_719_326_220_000)
    );
    let other = r#"{"name":"You","is_user":true,"send_date":"2024-6-25 @14h 38m 00s 0ms","mes":"Hi"}"#;
    let came = import(&session, format!("{branch}\n{first}\n{other}\n").into_bytes()).await;
    assert_eq!((came.imported.conversations, came.imported.here), (1, 0), "a branch is a conversation of its own");
    let conversations = session.conversations().await.unwrap();
    assert!(conversations.iter().any(|one| one.own.system_prompt.as_deref() == Some("Mira is tired.")));
}

#[tokio::test]
async fn a_group_of_sillytavern_names_who_speaks() {
    let text = r#"{"name":"Mira","is_user":false,"send_date":1719326220000,"mes":"Hello"}
{"name":"You","is_user":true,"mes":"Hi both"}
{"name":"Tom","is_user":false,"mes":{"message":"Hey"},"swipes":[{"message":"Hey"},{"message":"Ho"}],"swipe_id":0}"#;
    let session = session();
    import(&session, text.into()).await;
    assert_eq!(lines_of(&session, "Mira").await, ["Assistant: Mira: Hello", "User: Hi both", "Assistant: Tom: Hey"]);
    switch(&session, "Mira").await;
    assert_eq!(lines_of(&session, "Mira").await[2..], ["Assistant: Tom: Ho"]);
}

#[tokio::test]
async fn characters_in_the_folder_of_sillytavern_come_with_their_pictures_and_its_backups_do_not() {
    let old = r#"{"char_name":"Tom","char_persona":"A cat.","world_scenario":"A house","char_greeting":"Meow","example_dialogue":""}"#;
    let card = super::more_programs::card(
        r#"{"spec":"chara_card_v2","data":{"name":"Mira","description":"A guide.","first_mes":"","extensions":{"depth_prompt":{"prompt":"Speaks softly."}}}}"#,
    );
    let chat = r#"{"name":"Mira","is_user":false,"send_date":1719326220000,"mes":"Hello"}"#;
    let files: [(&str, &[u8]); 5] = [
        ("default-user/characters/Mira.png", &card),
        ("default-user/characters/Mira/joy.png", b"\x89PNG\r\n\x1a\n"),
        ("default-user/characters/Tom.json", old.as_bytes()),
        ("default-user/backups/chat_mira_20240625-143700.jsonl", chat.as_bytes()),
        ("default-user/chats/Mira/Mira - 2024-6-25.jsonl", chat.as_bytes()),
    ];
    let session = session();
    let came = import(&session, zip(&files)).await;
    assert_eq!((came.end.clone(), came.imported.conversations), (End::Whole, 1));
    let mut found = templates(&session).await;
    found.sort_by(|one, other| one.name.cmp(&other.name));
    assert_eq!((found[0].name.as_str(), found[0].text.as_str()), ("Mira", "A guide.\n\nSpeaks softly."));
    assert!(found[0].picture.is_some() && found[1].picture.is_none());
    assert_eq!((found[1].name.as_str(), found[1].text.as_str()), ("Tom", "A cat.\n\nA house"));
}

#[tokio::test]
async fn jan_messages_of_other_versions_keep_their_times_and_files() {
    let lines = r#"{"id":"1","object":"thread.message","thread_id":"t","role":"user","created":1723493246017,"content":[{"type":"text","text":{"value":"hey"}}],"metadata":{"inline_file_contents":[{"name":"a.md","content":"Tea"}]}}
{"id":"2","object":"thread.message","thread_id":"t","role":"assistant","content":[{"type_":"text","text":{"value":"Yes"}},{"type_":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]}
{"id":"3","object":"thread.message","thread_id":"t","role":"user","created":1723493246019,"content":[{"type":"text","text":"ok"}]}"#;
    let head = br#"{"id":"t","object":"thread","title":"Jan","isFavorite":true,"created":1723493088249}"#;
    let session = session();
    import(&session, zip(&[("threads/t/messages.jsonl", lines.as_bytes()), ("threads/t/thread.json", head)])).await;
    let found = shown(&session, "Jan").await;
    assert_eq!(texts(&found), [vec!["hey\n\na.md\n```\nTea\n```"], vec!["Yes", "<image/png >"], vec!["ok"]]);
    assert_eq!(messages(&session, "Jan").await[0].created_at.0, 1_723_493_246_017);
    assert!(conversation_of(&session, "Jan").await.pinned);
}

#[tokio::test]
async fn the_branches_of_jan_are_branches() {
    let lines = r#"{"id":"u","object":"thread.message","thread_id":"b","role":"user","created_at":1723493246,"content":[{"type":"text","text":{"value":"Why?"}}],"metadata":{"parentId":null}}
{"id":"a","object":"thread.message","thread_id":"b","role":"assistant","created_at":1723493247,"content":[{"type":"text","text":{"value":"One"}}],"metadata":{"parentId":"u"}}
{"id":"c","object":"thread.message","thread_id":"b","role":"assistant","created_at":1723493248,"content":[{"type":"text","text":{"value":"Two"}}],"metadata":{"parentId":"u"}}"#;
    let session = session();
    import(&session, lines.into()).await;
    assert_eq!(lines_of(&session, "").await, ["User: Why?", "Assistant: Two"]);
    switch(&session, "").await;
    assert_eq!(lines_of(&session, "").await, ["User: Why?", "Assistant: One"]);
}
