import { setTimeout as sleep } from 'node:timers/promises';
import type { Random, ServerProcess } from '@cairn/harness';
import type { Ledger } from './ledger.js';
import { requestFailure } from './request-failure.js';
import { Requests } from './requests.js';

const CLIENTS = 8;
const MAX_DELAY_MS = 600;

/** Acknowledged work before the kill, and failures before it. */
export interface LoadResult {
  readonly delayMs: number;
  readonly uploads: number;
  readonly deletes: number;
  readonly faults: readonly string[];
}

/** Clients that upload and delete until the server is killed, at a random time after the first acknowledgement. */
export class Load {
  private readonly requests: Requests;
  private readonly done = { upload: 0, delete: 0 };
  private readonly kill = new AbortController();
  private readonly faults: string[] = [];
  private acknowledge: () => void = () => undefined;
  private readonly firstAcknowledgement = new Promise<void>((resolve) => (this.acknowledge = resolve));

  constructor(
    private readonly server: ServerProcess,
    ledger: Ledger,
    private readonly random: Random,
  ) {
    this.requests = new Requests(server, ledger, random);
  }

  async untilKilled(): Promise<LoadResult> {
    const delayMs = this.random.below(MAX_DELAY_MS + 1);
    const clients = Promise.all(Array.from({ length: CLIENTS }, () => this.client()));
    await Promise.race([this.firstAcknowledgement, clients]);
    await sleep(delayMs);
    this.kill.abort();
    await this.server.end('SIGKILL');
    await clients;
    return { delayMs, uploads: this.done.upload, deletes: this.done.delete, faults: this.faults };
  }

  private isOver(): boolean {
    return this.kill.signal.aborted;
  }

  private async client(): Promise<void> {
    while (!this.isOver() && this.faults.length === 0) {
      try {
        const { what, response, body } = await this.requests.next();
        if (!response.ok) this.faults.push(`${what} answered ${response.status} ${JSON.stringify(body)}`);
        this.done[what] += 1;
        this.acknowledge();
      } catch (error) {
        if (!this.isOver()) this.faults.push(requestFailure(error));
      }
    }
  }
}
