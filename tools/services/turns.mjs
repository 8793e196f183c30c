const code = (letter) => letter.charCodeAt(0);
const EXTENDED = new Set([...'PBDECHF'].map(code));
const READY = code('Z');

/**
 * Shares the one session of PGlite between connections. A connection keeps its turn until its request is answered and
 * its
 * transaction has ended. The queue of pglite-socket (0.2.11) switches after each message, and a message of another
 * connection closes the first one's portal.
 */
export class Turns {
  #db;
  #waiting = [];
  #holder;

  constructor(db) {
    this.#db = db;
  }

  /** Resolves with the number of response bytes. */
  async enqueue(connection, message, onData) {
    if (this.#holder !== connection) await this.#turnOf(connection);
    let length = 0;
    const isExtended = EXTENDED.has(message[0]);
    const onRawData = (data) => {
      // PGlite (0.5.8) says that it is ready after an error, and again after the Sync that follows. Clients would take
      // the second for the end of their next statement.
      if (isExtended && data[0] === READY) return;
      length += data.length;
      onData(data);
    };
    try {
      await this.#db.runExclusive(() => this.#db.execProtocolRawStream(message, { onRawData }));
    } finally {
      const isDone = !isExtended && !this.#db.isInTransaction();
      if (isDone && this.#holder === connection) this.#startNext();
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
    this.#startNext();
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

  /** The messages of one connection that arrived meanwhile are sent together, in order. */
  #startNext() {
    const [next] = this.#waiting;
    this.#holder = next?.connection;
    const started = this.#waiting.filter(({ connection }) => connection === this.#holder);
    this.#waiting = this.#waiting.filter(({ connection }) => connection !== this.#holder);
    for (const { start } of started) start();
  }
}
