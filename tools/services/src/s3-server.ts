import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child, freePort } from './child.js';
import { s3ClientOf } from './s3-address.js';
import { KEY, s3Programs, type S3ProgramName, SECRET } from './s3-programs.js';

/** An S3 server with its own data folder, removed by `stop`. */
export class S3Server {
  private constructor(
    readonly name: S3ProgramName,
    private readonly folder: string,
    private readonly ports: readonly number[],
    private child: Child,
  ) {}

  /** @throws {Error} when the server's program is not installed. */
  static async start(name: S3ProgramName): Promise<S3Server> {
    const folder = await mkdtemp(join(tmpdir(), `cairn-${name}-`));
    const ports = await Promise.all(Array.from({ length: s3Programs[name].ports }, freePort));
    await s3Programs[name].prepare(folder);
    return new S3Server(name, folder, ports, await launch(name, folder, ports));
  }

  /** The server's address in the form of CAIRN_TEST_S3_URL. */
  get url(): string {
    return `${this.at('')}&name=${this.name}`;
  }

  /** Creates a bucket. Returns its address in the form of CAIRN_BLOB_URL. */
  async bucket(name: string): Promise<string> {
    const url = this.at(`/${name}`);
    await s3ClientOf(url).makeBucket(name);
    return url;
  }

  async kill(): Promise<void> {
    await this.child.end('SIGKILL');
  }

  async restart(): Promise<void> {
    this.child = await launch(this.name, this.folder, this.ports);
  }

  /** Kills it: its data go, so it need not finish what it does with them, which takes SeaweedFS minutes. */
  async stop(): Promise<void> {
    await this.kill();
    const leftovers = s3Programs[this.name].leftovers(this.ports);
    for (const path of [this.folder, ...leftovers]) await rm(path, { recursive: true, force: true });
  }

  private at(path: string): string {
    return `s3://${KEY}:${SECRET}@127.0.0.1:${this.ports[0]}${path}?tls=false`;
  }
}

async function launch(name: S3ProgramName, folder: string, ports: readonly number[]): Promise<Child> {
  const { command, readyPath } = s3Programs[name];
  return await Child.start(command(folder, ports), ports[0] ?? 0, async (port) => {
    const answer = await fetch(`http://127.0.0.1:${port}${readyPath}`).catch(() => undefined);
    return answer?.ok === true;
  });
}
