import { setTimeout as sleep } from 'node:timers/promises';
import type { Random, ServerProcess } from '@cairn/harness';
import type { Ledger } from './ledger.js';
import { requestFailure } from './request-failure.js';
import { Requests } from './requests.js';

const CLIENTS = 8;
const PAUSE_MS = 20;
const DEADLINE_MS = 30_000;

/** How requests were answered while a store failed and recovered. */
export interface OutageCounts {
  readonly uploads: number;
  readonly deletes: number;
  readonly unavailable: number;
  readonly slowestMs: number;
}

/**
 * Clients that upload and delete throughout. Every response must be in time, and either a success or a 503 with
 * `Retry-After`.
 */
export class OutageLoad {
  readonly faults: string[] = [];
  private readonly requests: Requests;
  private readonly done = { upload: 0, delete: 0 };
  private unavailable = 0;
  private slowestMs = 0;
  private over = false;
  private clients: Promise<unknown> = Promise.resolve();

  constructor(server: ServerProcess, ledger: Ledger, random: Random) {
    this.requests = new Requests(server, ledger, random);
  }

  start(): void {
    this.clients = Promise.all(Array.from({ length: CLIENTS }, () => this.client()));
  }

  /** Number of acknowledged requests so far. */
  get acknowledged(): number {
    return this.done.upload + this.done.delete;
  }

  async stop(): Promise<OutageCounts> {
    this.over = true;
    await this.clients;
    const { upload: uploads, delete: deletes } = this.done;
    return { uploads, deletes, unavailable: this.unavailable, slowestMs: this.slowestMs };
  }

  private async client(): Promise<void> {
    while (!this.over) {
      const startedAt = performance.now();
      try {
        await this.ask();
      } catch (error) {
        this.faults.push(requestFailure(error));
      }
      const took = Math.round(performance.now() - startedAt);
      this.slowestMs = Math.max(this.slowestMs, took);
      if (took > DEADLINE_MS) this.faults.push(`an answer took ${took} ms`);
    }
  }

  private async ask(): Promise<void> {
    const { what, response, body } = await this.requests.next();
    if (response.ok) {
      this.done[what] += 1;
      return;
    }
    if (response.status !== 503 || response.headers.get('retry-after') === null)
      this.faults.push(`${what} answered ${response.status} ${JSON.stringify(body)}`);
    this.unavailable += 1;
    await sleep(PAUSE_MS);
  }
}
