import { hostname } from 'node:os';

/** Who has a database open, as that process wrote it down; `since` is an ISO 8601 time. */
export interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/** Another process, or another part of this one, has the database open; the message is fit for people. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';

  constructor(
    readonly file: string,
    /** `undefined` where it did not say. */
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
