import type { Answer } from './answer.js';
import type { World } from './world.js';

type Call = (world: World) => Promise<Answer>;

/** An operation as its users meet it. */
export interface Row {
  /** The status of a success. */
  readonly gives: number;
  /** Calls it with success, and looks at what came of it. */
  readonly works: Call;
  /** Status and code of the commonest error; a HEAD has no code. */
  readonly refused: readonly [status: number, code?: string];
  readonly fails: Call;
}

/** By the id of the operation. */
export type Rows = Readonly<Record<string, Row>>;

/** The id of nothing. */
export const UNKNOWN = 'A'.repeat(22);

/** What no address may have: the only fault that a request without parameters can have. */
export const BAD_QUERY = '?x=%00';
