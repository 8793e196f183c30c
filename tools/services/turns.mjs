const EXTENDED = new Set([...'PBDECHF'].map((letter) => letter.charCodeAt(0)));

/**
 * Lets one connection after the other speak to the one session of PGlite, each until what it asked for is done and its
 * transaction has ended. The queue that comes with pglite-socket (0.2.11) takes single messages in turn: between two of
 * one connection another's would close its portal.
 */
export class Turns {
  #db;
  #waiting = [];
  #holder;

  constructor(db) {
    this.#db = db;
  }

  /** Gives the number of bytes that were answered. */
  async enqueue(connection, message, onData) {
    if (this.#holder !== connection) await this.#turnOf(connection);
    let length = 0;
    const onRawData = (data) => {
      length += data.length;
      onData(data);
    };
    try {
      await this.#db.runExclusive(() => this.#db.execProtocolRawStream(message, { onRawData }));
    } finally {
      const isDone = !EXTENDED.has(message[0]) && !this.#db.isInTransaction();
      if (isDone && this.#holder === connection) this.#passOn();
    }
    return length;
  }

  getQueueLength() {
    return this.#waiting.length;
  }

  clearQueueForHandler(connection) {
    for (const one of this.#waiting.filter((each) => each.connection === connection)) one.refuse();
    this.#waiting = this.#waiting.filter((each) => each.connection !== connection);
  }

  async clearTransactionIfNeeded(connection) {
    if (this.#holder !== connection) return;
    if (this.#db.isInTransaction()) await this.#db.exec('ROLLBACK');
    this.#passOn();
  }

  async #turnOf(connection) {
    if (this.#holder === undefined) {
      this.#holder = connection;
      return;
    }
    await new Promise((start, reject) => {
      this.#waiting.push({ connection, start, refuse: () => reject(new Error('The connection is closed.')) });
    });
  }

  /** What came of one connection meanwhile starts together, in its order. */
  #passOn() {
    const [next] = this.#waiting;
    this.#holder = next?.connection;
    const started = this.#waiting.filter(({ connection }) => connection === this.#holder);
    this.#waiting = this.#waiting.filter(({ connection }) => connection !== this.#holder);
    for (const { start } of started) start();
  }
}
