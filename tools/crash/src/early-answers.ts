import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const LATE_MS = 400;

/** What was promised to be done to a path, but is not yet. */
const pending = new Map<unknown, Promise<void>>();

/** Who answered already can tell nobody of a failure. */
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
 * Loaded before a server, makes it one that answers before it has done its work: a file gets its name only later, and a
 * kill in between loses it.  For the negative control only.
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
