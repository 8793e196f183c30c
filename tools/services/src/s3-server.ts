import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child, freePort } from './child.js';
import { programOf } from './programs.js';
import { s3ClientOf } from './s3-address.js';

const KEY = 'cairnkey';
const SECRET = 'cairnsecret';

/** Command line of each S3 server for a folder and a port. */
const commands = {
  minio: (folder: string, port: number) => ({
    args: ['server', folder, '--address', `127.0.0.1:${port}`, '--quiet'],
    env: { MINIO_ROOT_USER: KEY, MINIO_ROOT_PASSWORD: SECRET, HOME: folder },
  }),
  versitygw: (folder: string, port: number) => ({
    args: ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', folder],
    env: { ROOT_ACCESS_KEY: KEY, ROOT_SECRET_KEY: SECRET },
  }),
} as const;

/** An S3 server with its own data folder, removed by `stop`. */
export class S3Server {
  private constructor(
    readonly name: keyof typeof commands,
    private readonly folder: string,
    readonly port: number,
    private child: Child,
  ) {}

  /** @throws {Error} when the server's program is not installed. */
  static async start(name: keyof typeof commands): Promise<S3Server> {
    const folder = await mkdtemp(join(tmpdir(), `cairn-${name}-`));
    const port = await freePort();
    return new S3Server(name, folder, port, await launch(name, folder, port));
  }

  /** The server's address in the form of CAIRN_TEST_S3_URL. */
  get url(): string {
    return `s3://${KEY}:${SECRET}@127.0.0.1:${this.port}?tls=false&name=${this.name}`;
  }

  /** Creates a bucket. Returns its address in the form of CAIRN_BLOB_URL. */
  async bucket(name: string): Promise<string> {
    const url = `s3://${KEY}:${SECRET}@127.0.0.1:${this.port}/${name}?tls=false`;
    await s3ClientOf(url).makeBucket(name);
    return url;
  }

  async kill(): Promise<void> {
    await this.child.end('SIGKILL');
  }

  async restart(): Promise<void> {
    this.child = await launch(this.name, this.folder, this.port);
  }

  async stop(): Promise<void> {
    await this.child.end('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function launch(name: keyof typeof commands, folder: string, port: number): Promise<Child> {
  const command = { file: programOf(name, name), ...commands[name](folder, port) };
  return await Child.start(command, port, name === 'minio' ? isMinioReady : undefined);
}

/** MinIO listens before it accepts requests. */
async function isMinioReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/minio/health/ready`).catch(() => undefined);
  return answer?.ok === true;
}
