// A message is spoken, turned into text by a connection and sent; a reply is read aloud. The microphone is Chromium's own test
// microphone, which beeps; the speakers are real, so a sound has to end.

import assert from 'node:assert/strict';
import { changeSettings } from '../../benches/support/seed.mjs';
import * as behave from './support/behaviours.mjs';
import { noise, tone, words } from './support/behaviours-speech.mjs';
import { shootAll } from './support/screenshots.mjs';
import { suite } from './support/suite.mjs';
import { until } from './support/until.mjs';

const scenario = suite({ whole: true, flags: ['--use-fake-device-for-media-stream', '--autoplay-policy=no-user-gesture-required'] });

const typed = chat => chat.get('composer').inputValue();

/** The chat with a server of its own that has speech. The microphone is allowed. */
async function open(chat, server, reply = 'Noted.', ...later) {
  const endpoint = server.endpoint(behave.reply(reply), ...later).hears(words('What does the move cost?')).reads(tone(0.3));
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
  await until('a second is recorded', async () => /\b0:(0[1-9]|[1-5]\d)\b/.test(await chat.textNow('voice')));
  await chat.get('voice-done').click();
}

/** Runs in the page first: the microphone is given when `giveMicrophone` is called, and `microphones` are those in use. */
function onRequest() {
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  const given = new Promise(resolve => { globalThis.giveMicrophone = resolve; });
  globalThis.tracks = [];
  devices.getUserMedia = async wanted => {
    await given;
    const stream = await ask(wanted);
    globalThis.tracks.push(...stream.getTracks());
    return stream;
  };
}

scenario('a microphone that is given after Cancel, or for a second press, is released', async ({ chat, context, server }) => {
  await context.addInitScript(onRequest);
  await open(chat, server);
  await chat.get('speak').click();
  await choose(chat, { speaks: true });
  await chat.get('speak').click();
  await until('it waits for the microphone', async () => /^Waiting for the microphone/.test(await chat.textNow('voice')));
  await chat.get('speak').click();
  await chat.get('voice-stop').click();
  await until('it has stopped', async () => (await chat.textNow('voice')) === '');
  await chat.page.evaluate(() => globalThis.giveMicrophone());
  await until('it was given once and released', () => chat.page.evaluate(() => globalThis.tracks.map(track => track.readyState).join() === 'ended'));
});

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
  // The first piece lasts a third of a second.
  const seen = gate();
  endpoint.reads({ cors: 'given', answer: async (request, response) => { await seen.released; tone(0.3).answer(request, response); } });
  await chat.act(-1, 'menu-read-aloud');
  await until('it is being read', async () => /^Reading aloud/.test(await chat.textNow('voice')));
  await shootAll(chat.page, 'voice-40-reading');
  seen.release();
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

/**
 * Runs in a page first: recognition for which the test speaks, and the voices `Near`, on this device, and `Far`. `spoken` is what was
 * read, each text with its voice. While `isLate` is set, the browser lists no voice at first.
 */
function withSpeech() {
  const synthesis = new EventTarget();
  const late = () => {
    window.isLate = false;
    queueMicrotask(() => synthesis.dispatchEvent(new Event('voiceschanged')));
    return [];
  };
  Object.assign(window, {
    spoken: [],
    isLate: false,
    voicesThere: [{ name: 'Near', lang: 'en-GB', localService: true }, { name: 'Far', lang: 'en-GB', localService: false }],
    SpeechSynthesisUtterance: class extends EventTarget {
      constructor(text) {
        super();
        this.text = text;
      }
    },
    SpeechRecognition: class extends EventTarget {
      start() {
        window.recognition = this;
      }
      abort() {}
    },
  });
  Object.assign(synthesis, {
    getVoices: () => (window.isLate ? late() : window.voicesThere),
    speak(utterance) {
      window.spoken.push([utterance.text, utterance.voice?.name ?? null]);
      queueMicrotask(() => utterance.dispatchEvent(new Event('end')));
    },
    cancel() {},
  });
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis, configurable: true });
}

/** A promise and the function that resolves it. */
function gate() {
  let release;
  const released = new Promise(resolve => { release = resolve; });
  return { released, release };
}

/** The words of a recording, after the promise is resolved. */
const late = (text, released) => ({
  cors: 'given',
  answer: async (request, response) => {
    await released;
    words(text).answer(request, response);
  },
});

const spoken = chat => chat.page.evaluate(() => window.spoken);

scenario('spoken words reach their conversation whatever happens meanwhile, and a reply is read by the chosen voice or not at all', async ({ chat, context, server }) => {
  await context.addInitScript(withSpeech);
  const [second, third, transcribed] = [gate(), gate(), gate()];
  const endpoint = await open(chat, server, 'Noted.', behave.held('It costs', ' a lot.', second.released), behave.held('It is old', ' and cold.', third.released));
  endpoint.hears(words('For two rooms.'), late('with a garden.', transcribed.released));
  await changeSettings(chat, { model_titles: false });
  await chat.reload();
  await chat.get('speak').click();
  const more = async () => {
    // The sentence below the choice has the same test id.
    await chat.get('reader-browser').first().check();
    await chat.get('reader-browser-voice').selectOption('Near');
    await chat.get('voice-reads').check();
  };
  await choose(chat, { speaks: true, more });

  // A browser that lists its voices late.
  await chat.page.evaluate(() => { window.isLate = true; });
  await chat.turn('What does the move cost?');
  await until('the reply is read', async () => (await spoken(chat)).length > 0);
  assert.deepEqual(await spoken(chat), [['Noted.', 'Near']]);
  await until('it was read to its end', async () => (await chat.textNow('voice')) === '');

  // A reply ends while the next message is spoken.
  const before = await chat.lastSequence();
  await chat.send('And the insurance?');
  await chat.streaming('It costs');
  await chat.get('speak').click();
  await chat.get('voice-done').waitFor();
  await until('a second is recorded', async () => /\b0:(0[1-9]|[1-5]\d)\b/.test(await chat.textNow('voice')));
  second.release();
  await chat.settled('the second reply', before + 1);
  await chat.act(-1, 'menu-read-aloud');
  await until('the page says what to do first', async () => /^Finish your spoken message/.test(await chat.textNow('notice')));
  await chat.get('voice-done').click();
  await until('the words are typed', async () => (await typed(chat)) === 'For two rooms.');
  assert.equal((await spoken(chat)).length, 1);

  // Another conversation is opened before there is a text.
  await chat.get('composer').fill('Lviv:');
  await speak(chat);
  await chat.get('new-conversation').click();
  await until('the new conversation is open', async () => (await chat.messages()).length === 0);
  transcribed.release();
  await until('the page says where the words are', async () => /message field of “What does the move cost\?”/.test(await chat.textNow('notice')));
  assert.equal(await typed(chat), '');
  await chat.get('conversation-item').filter({ hasText: 'What does the move cost?' }).click();
  await until('the words are in its draft', async () => (await typed(chat)) === 'Lviv: with a garden.');

  // The chosen voice is gone.
  await chat.page.evaluate(() => { window.voicesThere = window.voicesThere.filter(({ name }) => name === 'Far'); });
  await chat.act(-1, 'menu-read-aloud');
  await until('it has failed', async () => /not on this device/.test(await chat.textNow('voice-failed')));
  assert.equal((await spoken(chat)).length, 1);
  await chat.get('voice-settings').click();
  await choose(chat, { more: async () => {
    await chat.get('transcriber-browser').first().check();
    await chat.get('voice-sends').check();
    await chat.get('reader-browser-voice').selectOption('Far');
  } });

  // The recognition of the browser breaks off.
  await chat.get('composer').fill('');
  await chat.get('speak').click();
  await chat.get('voice-done').waitFor();
  await chat.page.evaluate(() => {
    const happens = (name, what) => window.recognition.dispatchEvent(Object.assign(new Event(name), what));
    happens('result', { results: [[{ transcript: 'Half a ' }], [{ transcript: 'sentence' }]] });
    happens('error', { error: 'network' });
    happens('end');
  });
  await until('the words so far are typed', async () => (await typed(chat)) === 'Half a sentence');
  await until('the page says why', async () => /speech service can't be reached/.test(await chat.textNow('voice-failed')));
  assert.equal(endpoint.chats.length, 2, 'half a sentence is not sent');
  await chat.get('voice-stop').click();

  // A connection elsewhere is picked while a model on this computer answers: its reply is read elsewhere on request alone.
  const last = await chat.lastSequence();
  await chat.send('And the house?');
  await chat.streaming('It is old');
  await chat.addEndpoint({ baseUrl: 'https://far.example/v1', model: 'far-model' });
  third.release();
  await chat.settled('the third reply', last + 1);
  await chat.act(-1, 'menu-read-aloud');
  await until('it is read on request', async () => (await spoken(chat)).length > 1);
  assert.deepEqual((await spoken(chat)).slice(1), [['It is old and cold.', 'Far']]);
});
