import { tableGroups, type TableGroup } from '../../sql/repository.js';
import { SharedCounter } from './shared-counter.js';

/** Spaces share them: a write of one rarely empties what is cached of another. */
const CELLS_OF_A_GROUP = 1_024;

/**
 * A counter of all commits, and some for each group of tables of those that change rows of it. Shared by threads.
 */
export class SharedCounters {
  readonly all: SharedCounter;
  private readonly cells: Int32Array<SharedArrayBuffer>;
  private readonly counters = new Map<number, SharedCounter>();

  /** Starts anew, or shares the counters of another thread through `memory`. */
  constructor(
    readonly memory = new SharedArrayBuffer(
      (1 + tableGroups.length * CELLS_OF_A_GROUP) * Int32Array.BYTES_PER_ELEMENT,
    ),
  ) {
    this.cells = new Int32Array(memory);
    this.all = this.at(0);
  }

  /** That of what is kept under this key: the id of a space, nothing elsewhere. */
  of(group: TableGroup, key = ''): SharedCounter {
    return this.at(1 + tableGroups.indexOf(group) * CELLS_OF_A_GROUP + (hashOf(key) % CELLS_OF_A_GROUP));
  }

  /** The writing thread has ended, perhaps during a commit. Called before another one starts. */
  end(): void {
    for (const index of this.cells.keys()) this.at(index).end();
  }

  private at(index: number): SharedCounter {
    const known = this.counters.get(index);
    if (known !== undefined) return known;
    const counter = new SharedCounter(this.cells, index);
    this.counters.set(index, counter);
    return counter;
  }
}

/** FNV-1a over UTF-16 code units, in 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
