import { tableGroups, type TableGroup } from '../../sql/repository.js';
import { SharedCounter } from './shared-counter.js';

/** A counter of all commits, and one for each group of tables of those that change a row of it. Shared by threads. */
export class SharedCounters {
  readonly all: SharedCounter;
  private readonly counters: readonly SharedCounter[];

  /** Starts anew, or shares the counters of another thread through `memory`. */
  constructor(
    readonly memory = new SharedArrayBuffer((1 + tableGroups.length) * Int32Array.BYTES_PER_ELEMENT),
  ) {
    const cells = new Int32Array(memory);
    this.all = new SharedCounter(cells);
    this.counters = tableGroups.map((_, index) => new SharedCounter(cells, 1 + index));
  }

  of(group: TableGroup): SharedCounter {
    return this.counters[tableGroups.indexOf(group)] ?? this.all;
  }

  /** The writing thread has ended, perhaps during a commit. Called before another one starts. */
  end(): void {
    for (const counter of [this.all, ...this.counters]) counter.end();
  }
}
