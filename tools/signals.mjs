import { constants } from 'node:os';

const ECHO_MS = 1_000;

/**
 * Lets the program that is loaded next see each signal once. Ctrl-C reaches it from the terminal and again from npm,
 * and
 * the repetition would cut its shutdown short. A later signal, or one before the program listens, ends it at once.
 */
export function deduplicateSignals() {
  let heardAt;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      const isEcho = heardAt !== undefined && performance.now() - heardAt < ECHO_MS;
      const isHandled = heardAt === undefined && process.listenerCount(signal) > 1;
      if (!isEcho && !isHandled) process.exit(128 + constants.signals[signal]);
      heardAt ??= performance.now();
    });
  }
}
