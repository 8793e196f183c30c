/** `prepared`: locked and with all tables. `written`: also opened by the thread that writes, which creates files beside it. */
const STAGES = ['absent', 'prepared', 'written'] as const;
type Stage = (typeof STAGES)[number];

/** What became of a database file, for threads that start meanwhile. */
export class FileStage {
  private readonly cells: Int32Array;

  /** Starts a new one, or shares that of another thread through `memory`. */
  constructor(readonly memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.cells = new Int32Array(memory);
  }

  reach(stage: Stage): void {
    Atomics.store(this.cells, 0, STAGES.indexOf(stage));
    Atomics.notify(this.cells, 0);
  }

  /** Blocks this thread until the file is as far as that. */
  waitFor(stage: Stage): void {
    const wanted = STAGES.indexOf(stage);
    for (let now = Atomics.load(this.cells, 0); now < wanted; now = Atomics.load(this.cells, 0))
      Atomics.wait(this.cells, 0, now);
  }
}
