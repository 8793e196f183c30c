import type { Finding } from '@cairn/kernel';
import type { Database } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';

/** A rule that what is stored keeps. */
export interface Check {
  readonly name: string;
  /** What breaks the rule, in one snapshot of the database. */
  find(statements: Statements): AsyncGenerator<Finding, void>;
  /** Works out again what the subject of a finding has to be, and stores that, in one transaction. */
  repair?(database: Database, subject: string): Promise<void>;
}
