// The microphone, the speakers, and the speech functions of the browser. Loaded when a voice is first used. What is done
// with the sound is decided in `web/src/state/voice`.

/** Formats of recordings, the preferred one first. Safari only has the last. */
const FORMATS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];
/** Bytes after which a recording ends by itself: servers refuse files of more than 25 MB. */
const LARGEST = 24_000_000;
/** Time in milliseconds to wait for a browser that lists its voices late. */
const VOICES_WITHIN = 1_000;

const Recognition = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;

export const hasMicrophone = () => Boolean(navigator.mediaDevices?.getUserMedia && globalThis.MediaRecorder);
export const hasRecognition = () => Boolean(Recognition);

/**
 * Starts to record. Rejects with the name of the browser's exception, such as `NotAllowedError`.
 * @param {() => void} onFull called when the recording is as long as it may be
 */
export async function record(onFull) {
  if (!hasMicrophone()) throw 'NotSupportedError';
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(named);
  const release = () => stream.getTracks().forEach(track => track.stop());
  try {
    const mimeType = FORMATS.find(format => MediaRecorder.isTypeSupported(format));
    const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {});
    const parts = [];
    let size = 0;
    recorder.addEventListener('dataavailable', ({ data }) => {
      parts.push(data);
      size += data.size;
      if (size > LARGEST) onFull();
    });
    const stopped = new Promise(resolve => recorder.addEventListener('stop', resolve, { once: true }));
    recorder.start(1_000);
    return {
      release,
      async finish() {
        // The microphone may have been unplugged, which stops the recorder.
        if (recorder.state !== 'inactive') recorder.stop();
        await stopped;
        release();
        const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
        return { bytes, mediaType: recorder.mimeType || mimeType || '' };
      },
    };
  } catch (error) {
    release();
    return named(error);
  }
}

/**
 * Listens with the browser's own recognition until `finish` or silence.
 * @param {string} language tag of the language that is expected
 * @param {(words: string) => void} onWords called with the recognised words so far
 */
export async function recognise(language, onWords) {
  if (!Recognition) throw 'NotSupportedError';
  const recognition = new Recognition();
  Object.assign(recognition, { lang: language, continuous: true, interimResults: true });
  let failure = null;
  recognition.addEventListener('result', ({ results }) => {
    onWords(Array.from(results, result => result[0].transcript.trim()).join(' '));
  });
  recognition.addEventListener('error', ({ error }) => {
    if (error !== 'aborted' && error !== 'no-speech') failure = error;
  });
  const ended = new Promise((resolve, reject) => {
    recognition.addEventListener('end', () => (failure ? reject(failure) : resolve()), { once: true });
  });
  recognition.start();
  return { release: () => recognition.abort(), finish: () => recognition.stop(), ended: () => ended };
}

/** Plays sounds one after the other. Decoding needs no address, so the page's policy need not allow any. */
export function player() {
  const context = new AudioContext();
  return {
    /** Resolves at the end of the sound. Rejects if the browser cannot decode it. */
    async play(bytes) {
      const sound = await context.decodeAudioData(bytes.slice().buffer);
      await context.resume();
      const source = context.createBufferSource();
      source.buffer = sound;
      source.connect(context.destination);
      const ended = new Promise(resolve => source.addEventListener('ended', resolve, { once: true }));
      source.start();
      await ended;
    },
    release: () => void context.close(),
  };
}

/** Voices of the browser: `name`, `language`, and whether the text stays on this device. */
export async function voices() {
  const all = await listed(all => all.length > 0);
  return all.map(({ name, lang, localService }) => ({ name, language: lang, isHere: localService }));
}

/**
 * The voice to read with; `null` for the browser's own choice, `undefined` if the chosen one is missing. Without its voice the
 * browser would take another, which may send the text to its maker.
 * @param {SpeechSynthesisVoice[]} all those of the browser
 * @param {string} name the chosen one, or empty for the browser's own choice
 * @param {boolean} isHere whether the text has to stay on this device
 */
export function fitting(all, name, isHere) {
  if (name) return all.find(voice => voice.name === name && (voice.localService || !isHere));
  return !isHere || (all.length > 0 && all.every(voice => voice.localService)) ? null : undefined;
}

/** How often reading was stopped. */
let stops = 0;

/** Reads a text with a voice of the browser. Resolves at its end, and rejects with the reason if it cannot. */
export async function say(text, name, isHere, language) {
  if (!globalThis.speechSynthesis) throw 'NotSupportedError';
  const before = stops;
  const find = all => fitting(all, name, isHere);
  const voice = find(await listed(all => find(all) !== undefined));
  if (stops !== before) return;
  if (voice === undefined) throw 'voice-unavailable';
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.voice = voice;
  spoken.lang = voice?.lang ?? language;
  await new Promise((resolve, reject) => {
    spoken.addEventListener('end', resolve, { once: true });
    spoken.addEventListener('error', ({ error }) => reject(error), { once: true });
    speechSynthesis.speak(spoken);
  });
}

/** Stops the voice of the browser. */
export function hush() {
  stops += 1;
  globalThis.speechSynthesis?.cancel();
}

/** The browser's voices once they are enough, or those that it lists within a second: some browsers list them late. */
async function listed(areEnough) {
  const all = () => globalThis.speechSynthesis?.getVoices() ?? [];
  if (globalThis.speechSynthesis && !areEnough(all())) {
    await new Promise(resolve => {
      const look = () => areEnough(all()) && resolve();
      speechSynthesis.addEventListener('voiceschanged', look);
      setTimeout(() => {
        speechSynthesis.removeEventListener('voiceschanged', look);
        resolve();
      }, VOICES_WITHIN);
    });
  }
  return all();
}

function named(error) {
  throw error?.name ?? 'Error';
}
