import type { Database } from '../database.js';
import type { Statements } from '../sql/statements.js';

/** Something in a database that contradicts something else in it. */
export interface Finding {
  /** The name of the rule that is broken. */
  readonly check: string;
  /** What it is about: an owner, or the identifier of an image, a space or a feature. */
  readonly subject: string;
  readonly problem: string;
  /** What a repair does; absent where only a person can tell what is right. */
  readonly remedy?: string | undefined;
}

/** A rule that what is stored keeps. */
export interface Check {
  readonly name: string;
  /** What breaks the rule, in one snapshot of the database. */
  find(statements: Statements): AsyncGenerator<Finding, void>;
  /** Works out again what the subject of a finding has to be, and stores that, in one transaction. */
  repair?(database: Database, subject: string): Promise<void>;
}
