import type { Random } from '@cairn/harness';
import { DiskImage, possibleContents, type Contents, type Step } from './disk-image.js';
import type { DiskEvent, Enter, Found, Inode, Write } from './disk-events.js';

/** How to select when there are many combinations. */
export interface Sampling {
  /** At least 2. */
  readonly most: number;
  readonly random: Random;
}

/** When the power fails: before event number `at`. */
export interface Cut {
  readonly events: readonly DiskEvent[];
  readonly at: number;
  /** A sync to ignore, as if it had been left out. */
  readonly without?: DiskEvent | undefined;
}

/**
 * The events before which to cut the power so that every image and every expectation is met. A cut elsewhere leaves no
 * image that a later cut does not leave too: unsynced changes may be missing in both, and the expectations are the same.
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

/** What may be found before event number `at`, by key. */
export function expectedBefore(
  events: readonly DiskEvent[],
  at: number,
): ReadonlyMap<string, readonly Found[]> {
  const expected = events.slice(0, at).filter((event) => event.kind === 'expected');
  return new Map(expected.map(({ key, states }) => [key, states]));
}

/** The effect of an operation, or of none. */
interface Part {
  readonly steps?: readonly Step[];
  readonly contents?: readonly [inode: Inode, contents: Contents];
}

/** Possible effects, from least to most. */
type Choice = readonly Part[];

/**
 * Possible disk images after a power cut. Changes to a file or to a directory's entries are durable if a sync began after
 * them and ended before the cut. Any combination of the other changes may be present. A rename removes the old name only
 * where the new one is there.
 */
export function* imagesAfter(cut: Cut, sampling: Sampling): Generator<DiskImage> {
  const choices = [...choicesOf(cut)];
  const sizes = choices.map(({ length }) => length);
  for (const picks of combinations(sizes, sampling)) {
    const parts = choices.flatMap((choice, index) => choice[picks[index] ?? 0] ?? []);
    const steps = parts.flatMap((part) => part.steps ?? []);
    const contents = new Map(parts.flatMap((part) => (part.contents === undefined ? [] : [part.contents])));
    yield new DiskImage(steps, contents);
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
  // There may be dozens, and which of them exist hardly matters.
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

/**
 * Picks one option of each: for sizes 2 and 3, pairs such as `[1, 0]`. Returns all combinations if there are at most
 * `most`. Otherwise returns `most` of them: the first and the last of each, these two with one pick moved to the other
 * end, starting at the back, and random ones.
 */
function combinations(sizes: readonly number[], { most, random }: Sampling): readonly (readonly number[])[] {
  const count = sizes.reduce((product, size) => product * size, 1);
  if (count <= most) return Array.from({ length: count }, (_, number) => numbered(sizes, number));
  const first = sizes.map(() => 0);
  const last = sizes.map((size) => size - 1);
  const changed = sizes.flatMap((size, index) =>
    size === 1 ? [] : [first.with(index, size - 1), last.with(index, 0)],
  );
  const chosen = [first, last, ...changed.reverse()].slice(0, most);
  while (chosen.length < most) chosen.push(sizes.map((size) => random.below(size)));
  return chosen;
}

function numbered(sizes: readonly number[], number: number): readonly number[] {
  let rest = number;
  return sizes.map((size) => {
    const pick = rest % size;
    rest = Math.floor(rest / size);
    return pick;
  });
}
