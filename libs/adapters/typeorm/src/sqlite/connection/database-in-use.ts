import { hostname } from 'node:os';

/** The process that has a database open, as it described itself. `since` is an ISO 8601 time. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/** The database is open in another process, or elsewhere in this one. The message is fit for users. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';

  constructor(
    readonly file: string,
    /** `undefined` if it did not describe itself. */
    readonly holder: Holder | undefined,
  ) {
    super(
      `The database ${file} is in use: ${described(holder)} has it open. One process at a time may use it: ` +
        'stop that one, or give this one a folder of its own.',
    );
  }
}

function described(holder: Holder | undefined): string {
  if (holder === undefined) return 'another process';
  const { pid, host, since } = holder;
  const self = pid === process.pid && host === hostname() ? ', which is this one,' : '';
  return `process ${pid}${self} on ${host}, since ${since},`;
}
