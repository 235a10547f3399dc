// Programs started by tests: each in a process group of its own, which ends with this process at the latest.

import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PATIENCE_MS = 60_000;

// A signal would end only this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/**
 * Starts a program. `options` are those of `spawn`; by default only its standard error can be read.
 *
 * Returns `child`; `kill()`, which ends it and everything it started at once; and `ended()`, which waits for its end. If this
 * process ends first, the program is killed and `onExit` runs.
 */
export function startProgram(path, args, options = {}, onExit = () => {}) {
  const child = spawn(path, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'], ...options });
  const kill = () => killGroup(child);
  const leaveNothing = () => {
    kill();
    onExit();
  };
  process.once('exit', leaveNothing);
  const ended = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    process.off('exit', leaveNothing);
  };
  return { child, kill, ended };
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already, or never started.
  }
}

/** Fails when a program ends, or if there is none. */
export function failedToStay(child) {
  return new Promise((_, reject) => {
    child.once('exit', code => reject(new Error(`it ended with ${code}`)));
    child.once('error', reject);
  });
}

/** Waits until the output of a program on `stream` matches, and returns what the pattern captured. */
export function waitForOutput(child, stream, pattern) {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = why => reject(new Error(`${child.spawnfile} did not start: ${why}\n${output.slice(-2_000)}`));
    const impatience = setTimeout(() => fail(`no ${pattern} within ${PATIENCE_MS / 1_000} s`), PATIENCE_MS);
    const settle = act => value => {
      clearTimeout(impatience);
      act(value);
    };
    failedToStay(child).catch(settle(error => fail(error.message)));
    stream.setEncoding('utf8');
    stream.on('data', text => {
      output = (output + text).slice(-20_000);
      const found = pattern.exec(output)?.[1];
      if (found) settle(resolve)(found);
    });
  });
}
