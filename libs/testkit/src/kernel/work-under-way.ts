import { AsyncLocalStorage } from 'node:async_hooks';
import type { CurrentWork } from '@cairn/kernel';

/** The work that is done at the moment, and in what is awaited in it. */
export class WorkUnderWay {
  private readonly storage = new AsyncLocalStorage<CurrentWork>();

  readonly current = (): CurrentWork => this.storage.getStore() ?? {};

  /** Does this as a part of the work. */
  during<T>(work: CurrentWork, run: () => T): T {
    return this.storage.run(work, run);
  }
}
