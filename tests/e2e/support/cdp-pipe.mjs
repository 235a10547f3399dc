// The pipes over which a browser is driven: JSON messages of the DevTools protocol, each ended by a zero byte.
//
// Over a WebSocket each message is deflated and masked, and the driver sends its own code to every page: a file takes a twelfth
// more of the processor.

/** The pipes of a browser that was started with `--remote-debugging-pipe`: it reads the first of them and writes the second. */
export const PIPES = ['pipe', 'pipe'];

/** A transport for playwright-core's `connectOverCDP`, over the last two streams of a child process. */
export function pipeTransport(child) {
  const [toBrowser, fromBrowser] = child.stdio.slice(-2);
  const transport = {
    send: message => toBrowser.write(`${JSON.stringify(message)}\0`),
    close: () => toBrowser.end(),
  };
  let begun = [];
  fromBrowser.on('data', bytes => {
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0)) {
      const message = JSON.parse(Buffer.concat([...begun, bytes.subarray(0, end)]));
      begun = [];
      bytes = bytes.subarray(end + 1);
      // Each in a task of its own, as from a WebSocket.
      setImmediate(() => transport.onmessage?.(message));
    }
    if (bytes.length > 0) begun.push(bytes);
  });
  fromBrowser.once('close', () => setImmediate(() => transport.onclose?.()));
  // A browser that was killed no longer reads; that it is gone is said by the other pipe.
  toBrowser.on('error', () => {});
  return transport;
}
