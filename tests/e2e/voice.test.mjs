// A message is spoken, turned into text by a connection and sent; a reply is read aloud. The microphone is Chromium's own test
// microphone, which beeps; the speakers are real, so a sound has to end.

import assert from 'node:assert/strict';
import * as behave from './support/behaviours.mjs';
import { noise, tone, words } from './support/behaviours-speech.mjs';
import { shootAll } from './support/screenshots.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite({ whole: true, flags: ['--use-fake-device-for-media-stream', '--autoplay-policy=no-user-gesture-required'] });

const typed = chat => chat.get('composer').inputValue();

/** The chat with a server of its own that has speech. The microphone is allowed. */
async function open(chat, server, reply = 'Noted.') {
  const endpoint = server.endpoint(behave.reply(reply)).hears(words('What does the move cost?')).reads(tone(0.3));
  await chat.page.context().grantPermissions(['microphone']);
  await chat.open();
  await chat.useEndpoint({ ...endpoint, key: 'sk-voice-canary' });
  await chat.get('speak').waitFor();
  return endpoint;
}

/** Chooses the connection for speaking, for reading aloud, or for both. */
async function choose(chat, { speaks = false, reads = false, more = async () => {} }) {
  await chat.get('voice-dialog').getByTestId('voice-save').waitFor();
  if (speaks) await chat.get('transcriber-connection').check();
  if (reads) await chat.get('reader-connection').check();
  await more();
  await chat.get('voice-save').click();
  await chat.get('voice-dialog').waitFor({ state: 'hidden' });
}

/** Records until the server would have something to hear. */
async function speak(chat) {
  await chat.get('speak').click();
  await chat.get('voice-done').waitFor();
  await until('a second is recorded', async () => /0:0[1-9]/.test(await chat.textNow('voice')));
  await chat.get('voice-done').click();
}

scenario('a message is spoken: nothing is recorded before it is said where the sound goes, and nothing is lost', async ({ chat, server }) => {
  const endpoint = await open(chat, server);
  await chat.get('speak').click();
  await chat.get('voice-dialog').getByTestId('voice-save').waitFor();
  await chat.get('transcriber-connection').check();
  assert.match(await chat.words('transcriber-receiver'), /stays on this computer/);
  await shootAll(chat.page, 'voice-10-dialog');
  await chat.get('transcriber-model').fill(' ');
  await chat.get('voice-save').click();
  assert.equal(await chat.words('voice-error'), 'Type the name of the model.');
  await chat.get('transcriber-model').fill('whisper-test');
  await choose(chat, { speaks: true });
  assert.equal(endpoint.recorded.length, 0);

  await chat.get('composer').fill('Lviv:');
  await chat.get('speak').click();
  await chat.get('voice-done').waitFor();
  assert.match(await chat.words('voice'), /^Recording for 127\.0\.0\.1/);
  await shootAll(chat.page, 'voice-20-recording');
  await chat.get('voice-stop').click();
  await until('nothing is recorded', async () => (await chat.textNow('voice')) === '');
  assert.equal(endpoint.recorded.length, 0, 'a cancelled recording is not sent');

  await speak(chat);
  await until('the words are typed', async () => (await typed(chat)) === 'Lviv: What does the move cost?');
  assert.equal(endpoint.chats.length, 0, 'not sent before it is read over');
  const [request] = endpoint.recorded;
  assert.equal(request.headers.authorization, 'Bearer sk-voice-canary');
  const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(request.headers['content-type'])[1];
  const form = request.bytes.toString('latin1');
  assert.equal(form.split(`--${boundary}`).length, 5, 'three parts');
  assert.match(form, /name="model"\r\n\r\nwhisper-test\r\n/);
  assert.match(form, /filename="speech\.webm"\r\ncontent-type: audio\/webm;codecs=opus\r\n\r\n\x1aE\xdf\xa3/, 'a WebM file');
  assert.ok(request.bytes.length > 2_000, `${request.bytes.length} bytes`);

  // The server fails: the recording stays, and is tried again.
  endpoint.hears(behave.notFound, behave.serverError, words('Hello again.'));
  await chat.get('composer').fill('');
  await speak(chat);
  await chat.get('voice-failed').waitFor();
  assert.match(await chat.words('voice-failed'), /has no model “whisper-test” that turns speech into text.*Your recording is kept\./);
  await shootAll(chat.page, 'voice-30-failed');
  await chat.get('voice-retry').click();
  await until('another reason', async () => !/has no model/.test(await chat.textNow('voice-failed')) && (await chat.textNow('voice-failed')) !== '');
  await chat.get('voice-retry').click();
  await until('the words are typed', async () => (await typed(chat)) === 'Hello again.');
  const files = endpoint.recorded.slice(1).map(({ bytes }) => bytes.toString('base64'));
  assert.equal(files.length, 3);
  assert.ok(files.every(file => file === files[0]), 'the same recording');

  // Silence, and sending at once.
  endpoint.hears(words('  '), words('Send this.'));
  await chat.get('composer').fill('');
  await speak(chat);
  assert.match(await chat.words('voice-failed'), /^No words were recognized/);
  await chat.get('voice-settings').click();
  await choose(chat, { more: () => chat.get('voice-sends').check() });
  await speak(chat);
  await chat.get('message-text').filter({ hasText: 'Noted.' }).waitFor();
  assert.match(endpoint.chats[0].body, /Send this\./);
  assert.equal(await typed(chat), '');
  assert.deepEqual(chat.problems, []);
});

scenario('a microphone that is not allowed is explained, and a connection without speech, too', async ({ chat, server }) => {
  await open(chat, server);
  await chat.page.context().clearPermissions();
  await chat.get('speak').click();
  await choose(chat, { speaks: true });
  await chat.get('speak').click();
  await chat.get('voice-failed').waitFor();
  assert.match(await chat.words('voice-failed'), /^The browser doesn't let this page use the microphone\./);
  await chat.get('voice-stop').click();
  await until('the sentence is closed', async () => (await chat.textNow('voice')) === '');
});

scenario('a reply is read aloud, the next piece while one is heard, and stops at once', async ({ chat, server }) => {
  const long = 'The move has several parts. '.repeat(30);
  const endpoint = await open(chat, server, `# Costs\n\n**Bold** words.\n\n\`\`\`js\ncode()\n\`\`\`\n\n${long}`);
  await chat.turn('What does the move cost?');
  await chat.act(-1, 'menu-read-aloud');
  await choose(chat, { reads: true });
  assert.equal(endpoint.read.length, 0, 'the choice reads nothing yet');
  await chat.act(-1, 'menu-read-aloud');
  await until('it is being read', async () => /^Reading aloud/.test(await chat.textNow('voice')));
  await shootAll(chat.page, 'voice-40-reading');
  await until('it is read to its end', async () => (await chat.textNow('voice')) === '');
  const texts = endpoint.read.map(({ json }) => json.input);
  assert.ok(texts.length > 1 && texts[0].length <= 200, 'pieces');
  const spoken = texts.join(' ');
  assert.match(spoken, /^Costs\s+Bold words\.\s+\(code\)\s+The move has/);
  assert.equal(spoken.match(/several parts/g).length, 30, 'nothing is lost');
  assert.deepEqual({ model: endpoint.read[0].json.model, voice: endpoint.read[0].json.voice }, { model: 'tts-1', voice: 'alloy' });
  assert.equal(endpoint.read[0].headers.authorization, 'Bearer sk-voice-canary');

  endpoint.reads(tone(600));
  await chat.act(-1, 'menu-read-aloud');
  await until('it is being read', async () => /^Reading aloud/.test(await chat.textNow('voice')));
  await chat.get('voice-stop').click();
  await until('it has stopped', async () => (await chat.textNow('voice')) === '');

  for (const [behaviour, sentence] of [[noise, /can't play/], [behave.notFound, /has no model “tts-1” that reads aloud/]]) {
    endpoint.reads(behaviour);
    await chat.act(-1, 'menu-read-aloud');
    await until('it has failed', async () => sentence.test(await chat.textNow('voice-failed')));
    await chat.get('voice-stop').click();
  }

  // Each new reply, once that is chosen; the choice outlives a reload.
  endpoint.reads(tone(0.1));
  await chat.page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('ricordo.voice'));
    localStorage.setItem('ricordo.voice', JSON.stringify({ ...kept, reads_replies: true }));
  });
  await chat.reload();
  await chat.get('speak').waitFor();
  const before = endpoint.read.length;
  await chat.turn('And the insurance?');
  await until('the new reply is read', () => endpoint.read.length > before);
  assert.deepEqual(chat.problems, []);
});
