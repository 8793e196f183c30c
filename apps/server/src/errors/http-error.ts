import type { Fault } from '@cairn/kernel';

interface RefusalFacts {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly faults?: readonly Fault[];
}

/** A request that is refused for what it is as HTTP, before any use case sees it. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[] | undefined;

  constructor({ status, code, detail, headers = {}, faults }: RefusalFacts, options?: ErrorOptions) {
    super(detail, options);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.faults = faults;
  }
}
