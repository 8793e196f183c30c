import type { RequestBytes } from '../load/http-request.js';
import type { Workbench } from '../workbench.js';

/** A server that answers, and what it is asked. */
export interface Side {
  readonly port: number;
  readonly request: RequestBytes;
}

/** What the machine allows; `bar` is the share of it that Cairn must reach, absent where it is only shown. */
export interface Limit extends Side {
  readonly name: string;
  readonly bar?: number;
}

/** One thing that Cairn is measured at beside its limits. */
export interface Contest {
  readonly name: string;
  readonly clients: number;
  readonly expectedStatus: number;
  readonly cairn: Side;
  readonly limits: readonly Limit[];
}

/** Starts both sides on the workbench. */
export type OpenContest = (workbench: Workbench) => Promise<Contest>;
