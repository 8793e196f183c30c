import { combinations, type Choosing } from './combinations.js';
import { DiskImage } from './disk-image.js';
import type { DiskEvent, Enter, Found, Inode, Write } from './disk-events.js';
import { possibleContents, type Contents } from './file-contents.js';
import { entriesAfter, type Step } from './entries.js';

/** When the power goes: before event number `at`. */
export interface Cut {
  readonly events: readonly DiskEvent[];
  readonly at: number;
  /** A sync that does nothing, as if it had been left out. */
  readonly without?: DiskEvent | undefined;
}

/**
 * Before which events the power must be cut to meet every image and every expectation: a cut before any other leaves
 * nothing that a later one may not leave, as what was not synced may not have been done, and by then no more is allowed.
 */
export function cutsOf(events: readonly DiskEvent[]): readonly number[] {
  const cuts = [...events.keys()].filter((at) => {
    const event = events[at];
    if (event?.kind !== 'expected') return event?.kind === 'sync';
    const before = expectedBefore(events, at).get(event.key) ?? ['absent'];
    return event.states.some((state) => !before.includes(state));
  });
  return [...cuts, events.length];
}

/** By key what may be found before event number `at`. */
export function expectedBefore(
  events: readonly DiskEvent[],
  at: number,
): ReadonlyMap<string, readonly Found[]> {
  const expected = events.slice(0, at).filter((event) => event.kind === 'expected');
  return new Map(expected.map(({ key, states }) => [key, states]));
}

/** Something that the disk has done, or has not. */
interface Part {
  readonly steps?: readonly Step[];
  readonly contents?: readonly [inode: Inode, contents: Contents];
}

/** What the disk may have made of something, the least first, the most last. */
type Choice = readonly Part[];

/**
 * What may be on the disk when the power comes back. Durable is what had been done to a file, or to the entries of a
 * directory, before a sync of it began that ended before the cut; of all else any part may be there in any combination.
 * Of a rename the old name goes only where the new one is there.
 */
export function* imagesAfter(cut: Cut, choosing: Choosing): Generator<DiskImage> {
  const choices = [...choicesOf(cut)];
  const sizes = choices.map(({ length }) => length);
  for (const picks of combinations(sizes, choosing)) {
    const parts = choices.flatMap((choice, index) => choice[picks[index] ?? 0] ?? []);
    const steps = parts.flatMap((part) => part.steps ?? []);
    const contents = new Map(parts.flatMap((part) => (part.contents === undefined ? [] : [part.contents])));
    yield new DiskImage(entriesAfter(steps, contents));
  }
}

function* choicesOf({ events, at, without }: Cut): Generator<Choice> {
  const past = events.slice(0, at);
  const horizons = new Map<Inode, number>();
  for (const event of past) {
    if (event.kind === 'sync' && event !== without)
      horizons.set(event.inode, Math.max(horizons.get(event.inode) ?? 0, event.begun));
  }
  const isDurable = (inode: Inode, number: number): boolean => number < (horizons.get(inode) ?? 0);

  const held = new Set(past.flatMap((event) => (event.kind === 'enter' ? [event.directory] : [])));
  const isEmpty = (event: Enter): boolean => event.isDirectory && !held.has(event.inode);
  const empty: Step[] = [];
  for (const [number, event] of past.entries()) {
    if (event.kind === 'enter' || event.kind === 'leave') {
      const step = { number, event };
      if (isDurable(event.directory, number)) yield [{ steps: [step] }];
      else if (event.kind === 'enter' && isEmpty(event)) empty.push(step);
      else yield [{}, { steps: [step] }];
    } else if (event.kind === 'move') {
      const entered: Step = {
        number,
        event: { kind: 'enter', ...event.to, inode: event.inode, isDirectory: false },
      };
      const moved: Step = { number, event };
      if (isDurable(event.from.directory, number)) yield [{ steps: [moved] }];
      else if (isDurable(event.to.directory, number)) yield [{ steps: [entered] }, { steps: [moved] }];
      else yield [{}, { steps: [entered] }, { steps: [moved] }];
    }
  }
  // There may be dozens, and which of them are there decides little.
  yield [{}, { steps: empty.filter((_, index) => index % 2 === 0) }, { steps: empty }];

  for (const [inode, writes] of writesOf(past)) {
    const [synced, unsynced] = [true, false].map((durable) =>
      writes.filter(([number]) => isDurable(inode, number) === durable).map(([, write]) => write),
    );
    yield possibleContents(inode, synced ?? [], unsynced ?? []).map((contents) => ({
      contents: [inode, contents],
    }));
  }
}

function writesOf(
  events: readonly DiskEvent[],
): ReadonlyMap<Inode, (readonly [number: number, write: Write])[]> {
  const writes = new Map<Inode, (readonly [number, Write])[]>();
  for (const [number, event] of events.entries()) {
    if (event.kind !== 'write') continue;
    writes.set(event.inode, [...(writes.get(event.inode) ?? []), [number, event]]);
  }
  return writes;
}
