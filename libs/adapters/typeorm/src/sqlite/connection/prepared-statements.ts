import { LRUCache } from 'lru-cache';
import type { Database, Statement } from 'sqlite-driver';

/**
 * More than the repositories have. Generated texts, such as lists of ids of different lengths, are evicted over time.
 */
const MAX_STATEMENTS = 200;
/** Of all texts together, in UTF-16 code units: a statement takes memory by its length. */
const MAX_LENGTH = 1_048_576;
/** A longer text is prepared each time, which takes little time compared to running it. */
const MAX_TEXT_LENGTH = MAX_LENGTH / 16;

/** The most recently used prepared statements of a connection. */
export class PreparedStatements {
  private readonly latest = new LRUCache<string, Statement<unknown[]>>({
    max: MAX_STATEMENTS,
    maxSize: MAX_LENGTH,
    maxEntrySize: MAX_TEXT_LENGTH,
    sizeCalculation: (_, text) => text.length,
  });

  constructor(private readonly database: Pick<Database, 'prepare'>) {}

  /** The number of prepared statements that are kept. */
  get size(): number {
    return this.latest.size;
  }

  /** @throws the error of SQLite if the text is not a statement. */
  get(text: string): Statement<unknown[]> {
    const known = this.latest.get(text);
    if (known !== undefined) return known;
    const statement = this.database.prepare<unknown[]>(text);
    this.latest.set(text, statement);
    return statement;
  }
}
