import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const LATE_MS = 2_000; // a kill comes sooner

/** Delayed operations by path. */
const pending = new Map<unknown, Promise<void>>();

/** A failure is ignored: the answer has been sent already. */
function afterwards(before: Promise<void>, work: () => Promise<void>): Promise<void> {
  return before.then(work).catch(() => undefined);
}

function late<From, To>(now: (from: From, to: To) => Promise<void>): (from: From, to: To) => Promise<void> {
  return async (from, to) => {
    const done = afterwards(sleep(LATE_MS), () => now(from, to));
    pending.set(from, done).set(to, done);
  };
}

/**
 * Preloaded into a server, makes it answer before its work is done: a file gets its name only later, so a kill in
 * between loses it. A test expects that this is detected.
 */
function answerEarly(): void {
  const { link, rename, unlink } = promises;
  promises.link = late(link);
  promises.rename = late(rename);
  promises.unlink = async (path) => {
    const before = pending.get(path);
    if (before === undefined) return await unlink(path);
    pending.set(
      path,
      afterwards(before, () => unlink(path)),
    );
  };
  syncBuiltinESMExports();
}

answerEarly();
