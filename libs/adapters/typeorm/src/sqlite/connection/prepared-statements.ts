import { LRUCache } from 'lru-cache';
import type { Database, Statement } from 'sqlite-driver';

/** More than the repositories have. Texts that are generated, such as with lists of ids of any length, come and go. */
const MAX_STATEMENTS = 200;
/** Of all texts together, in UTF-16 code units: a statement takes memory by its length. */
const MAX_LENGTH = 1_048_576;
/** A longer text is prepared each time, which is little beside running it. */
const MAX_TEXT_LENGTH = MAX_LENGTH / 16;

/** The statements of a connection that were used last, prepared. */
export class PreparedStatements {
  private readonly latest = new LRUCache<string, Statement<unknown[]>>({
    max: MAX_STATEMENTS,
    maxSize: MAX_LENGTH,
    maxEntrySize: MAX_TEXT_LENGTH,
    sizeCalculation: (_, text) => text.length,
  });

  constructor(private readonly database: Pick<Database, 'prepare'>) {}

  /** How many are kept. */
  get size(): number {
    return this.latest.size;
  }

  /** @throws the error of SQLite for a text that is no statement. */
  get(text: string): Statement<unknown[]> {
    const known = this.latest.get(text);
    if (known !== undefined) return known;
    const statement = this.database.prepare<unknown[]>(text);
    this.latest.set(text, statement);
    return statement;
  }
}
