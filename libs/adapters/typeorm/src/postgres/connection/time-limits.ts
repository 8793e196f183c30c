import type { Budget } from '../../database.js';

/**
 * How long PostgreSQL may work on one statement, in milliseconds, by what it is for; 0 is without limit. A statement
 * with PL/pgSQL, a cursor and a COPY each are one statement, and the pauses of whoever reads a cursor count.
 */
const STATEMENT_MS: Readonly<Record<Budget, number>> = {
  lookup: 2_000,
  change: 5_000,
  listing: 15_000,
  bulk: 300_000,
  migration: 0,
};

/** How much longer a client waits for the answer: a server that is there keeps to its own limit. */
const ANSWER_MARGIN_MS = 2_000;

/** The limits of a statement in milliseconds; 0 is none. */
export interface TimeLimit {
  /** After this time the server gives the statement up. */
  readonly statementMs: number;
  /** After this time without an answer the client gives the connection up. */
  readonly answerMs: number;
}

export type TimeLimits = Readonly<Record<Budget, TimeLimit>>;

/** The limits of each budget; `given` stands in place of those of lookups, changes and listings. */
export function timeLimits(given: Partial<TimeLimit>): TimeLimits {
  const usual = (budget: Budget): TimeLimit => ({ ...limitOf(budget), ...given });
  return {
    lookup: usual('lookup'),
    change: usual('change'),
    listing: usual('listing'),
    bulk: limitOf('bulk'),
    migration: limitOf('migration'),
  };
}

function limitOf(budget: Budget): TimeLimit {
  const statementMs = STATEMENT_MS[budget];
  return { statementMs, answerMs: statementMs === 0 ? 0 : statementMs + ANSWER_MARGIN_MS };
}
