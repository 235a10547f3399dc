// Behaviours of an endpoint that turns recordings into text and reads texts aloud: `server.endpoint(…).hears(…).reads(…)`.
// `rateLimited`, `unauthorized`, `notFound`, `serverError` and `webPage` of behaviours.mjs work here, too.

const RATE = 8_000;

/** The text of a recording. */
export const words = text => ({
  cors: 'given',
  answer(_request, response) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ text }));
  },
});

/** The sound of a text: a tone of this many seconds. */
export const tone = seconds => ({
  cors: 'given',
  answer(_request, response) {
    response.writeHead(200, { 'content-type': 'audio/wav' });
    response.end(wave(seconds));
  },
});

/** Bytes that are no sound, said to be one. */
export const noise = {
  cors: 'given',
  answer(_request, response) {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.end(Buffer.alloc(4_000, 'not a sound '));
  },
};

/** A recording of this many seconds, as a file of the type WAV with one channel of 16 bits. */
function wave(seconds) {
  const samples = Math.round(seconds * RATE);
  const file = Buffer.alloc(44 + 2 * samples);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + 2 * samples, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(2 * RATE, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(2 * samples, 40);
  for (let at = 0; at < samples; at += 1) {
    file.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * 440 * at) / RATE)), 44 + 2 * at);
  }
  return file;
}
