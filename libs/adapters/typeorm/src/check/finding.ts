import type { Finding } from '@cairn/kernel';
import type { Database } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';

/** A rule that the stored data must obey. */
export interface Check {
  readonly name: string;
  /** The violations of the rule in one snapshot of the database. */
  find(statements: Statements): AsyncGenerator<Finding, void>;
  /** Derives the subject of a finding again and stores it, in one transaction. */
  repair?(database: Database, subject: string): Promise<void>;
}
