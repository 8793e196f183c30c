import { setTimeout as sleep } from 'node:timers/promises';
import { eventLoopMonitored, longestBlockMs, ServerProcess } from '@cairn/harness';

/** Time for what a request leaves behind, and for the monitor to print. */
const SETTLING_MS = 60;
const AIM_MS = 50;
const MAX_TRIES = 3;

/** An operation with the heaviest input that its limits allow. */
export interface HeavyOperation {
  readonly name: string;
  /** What the operation needs, which is not measured. */
  readonly prepare?: (client: HeavyClient) => Promise<unknown>;
  readonly run: (client: HeavyClient) => Promise<unknown>;
}

export interface Stall {
  readonly name: string;
  readonly longestMs: number;
}

type Sent = Parameters<ServerProcess['fetch']>[1];

/** Sends heavy requests to a server, and tells how long they kept its event loop from everything else. */
export class HeavyClient {
  private constructor(readonly server: ServerProcess) {}

  static async start(): Promise<HeavyClient> {
    const limits = {
      CAIRN_RATE_REQUESTS: '0',
      CAIRN_RATE_UPLOADS: '0',
      CAIRN_MAX_FEATURES_PER_WRITE: '100000', // the most that can be set
    };
    return new HeavyClient(
      await ServerProcess.start({ env: { ...limits, CAIRN_LOG_LEVEL: 'silent', ...eventLoopMonitored } }),
    );
  }

  /** Reads the whole answer. @throws for another status than the expected one, 2xx by default. */
  async send(path: string, init: Sent = {}, expected?: number): Promise<Buffer> {
    const response = await this.server.fetch(path, init);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (expected === undefined ? response.ok : response.status === expected) return bytes;
    throw new Error(
      `${init.method ?? 'GET'} ${path}: ${response.status} ${bytes.subarray(0, 500).toString()}`,
    );
  }

  async write(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    type = GEOJSON,
    expected?: number,
  ) {
    return await this.send(path, { method, body, headers: { 'content-type': type } }, expected);
  }

  async newSpace(id: string): Promise<void> {
    await this.write('POST', '/hub/spaces', JSON.stringify({ id, title: id }), 'application/json');
  }

  /** The least of a few tries, unless the first one is fine: work that holds the event loop does so each time, a busy machine does not. */
  async measure(operation: HeavyOperation): Promise<Stall> {
    let longestMs = Infinity;
    for (let tries = 0; tries < MAX_TRIES && longestMs > AIM_MS; tries += 1)
      longestMs = Math.min(longestMs, await this.measureOnce(operation));
    return { name: operation.name, longestMs };
  }

  private async measureOnce({ prepare, run }: HeavyOperation): Promise<number> {
    await prepare?.(this);
    await sleep(SETTLING_MS);
    const since = Date.now();
    await run(this);
    await sleep(SETTLING_MS);
    return longestBlockMs(this.server.output(), since);
  }
}

export const GEOJSON = 'application/geo+json';
