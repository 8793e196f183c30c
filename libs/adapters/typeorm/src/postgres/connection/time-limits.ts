import type { Budget } from '../../sql/database.js';

/**
 * Time limit for one statement in the server, in milliseconds; 0 for none. A PL/pgSQL block, a cursor and a COPY each
 * count as one statement, including pauses of a cursor's reader.
 */
const STATEMENT_MS: Readonly<Record<Budget, number>> = {
  lookup: 2_000,
  change: 5_000,
  listing: 15_000,
  bulk: 300_000,
  migration: 0,
};

/** Extra time that a client waits: a reachable server enforces its own limit first. */
const ANSWER_MARGIN_MS = 2_000;

/** Limits of a statement in milliseconds; 0 for none. */
export interface TimeLimit {
  /** After this time the server cancels the statement. */
  readonly statementMs: number;
  /** After this time without a response the client closes the connection. */
  readonly answerMs: number;
}

export type TimeLimits = Readonly<Record<Budget, TimeLimit>>;

/** The limits of each budget. `given` replaces those of lookups, changes and listings. */
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
