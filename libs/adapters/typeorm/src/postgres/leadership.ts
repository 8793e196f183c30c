import { setTimeout as pause } from 'node:timers/promises';
import { SingleFlight } from '@cairn/kernel';
import type { Client } from 'pg';
import { advisoryLocks } from './advisory-locks.js';

const LONGEST_FAREWELL_MS = 1_000;

// A vanished leader must be detected soon; an idle one must stay connected. Advisory locks are of the whole database:
// each schema has its own.
const TRY = `SELECT
  set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
  set_config('tcp_keepalives_count', '3', false), set_config('idle_session_timeout', '0', false),
  pg_try_advisory_lock($1, CASE name WHEN 'public' THEN $2 ELSE hashtext(name) END) AS leads
  FROM (SELECT coalesce($3, current_schema(), 'public') AS name) AS schema`;

/** Leadership among the processes that use a schema, held as long as its own connection lives. */
export class Leadership {
  private client: Client | undefined;
  private readonly asking = new SingleFlight<boolean>();

  /** `newClient` creates a client that is not connected. The schema is by default the first one of its search path. */
  constructor(
    private readonly newClient: () => Client,
    private readonly schema?: string,
  ) {}

  /** Whether this process is the leader. Tries to become it if there is none. Rejects with `pg`'s errors. */
  async isHeld(): Promise<boolean> {
    return await this.asking.run(() => this.ask());
  }

  /** Gives up the leadership. No method may be called afterwards. */
  async close(): Promise<void> {
    await this.asking.ended();
    await Promise.race([this.client?.end(), pause(LONGEST_FAREWELL_MS, undefined, { ref: false })]);
  }

  private async ask(): Promise<boolean> {
    return (await this.isConfirmed()) || (await this.take());
  }

  private async isConfirmed(): Promise<boolean> {
    const { client } = this;
    if (client === undefined) return false;
    try {
      await client.query('SELECT 1');
      return true;
    } catch {
      this.drop(client);
      return false;
    }
  }

  private async take(): Promise<boolean> {
    const client = this.newClient();
    client.on('error', () => undefined); // the next call detects it
    await client.connect();
    try {
      const values = [...advisoryLocks.leadership, this.schema ?? null];
      const { rows } = await client.query<{ readonly leads: boolean }>(TRY, values);
      if (rows[0]?.leads === true) this.client = client;
      else this.drop(client);
    } catch (error) {
      this.drop(client);
      throw error;
    }
    return this.client === client;
  }

  private drop(client: Client): void {
    if (this.client === client) this.client = undefined;
    void client.end();
  }
}
