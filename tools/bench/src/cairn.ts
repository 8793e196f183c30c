import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventLoopMonitored, longestBlockMs, newKey, uploadForm } from '@cairn/harness';
import { Child } from './child.js';

const main = fileURLToPath(new URL('../../../apps/server/dist/bundled-main.js', import.meta.url));

const unlimited = {
  CAIRN_RATE_UPLOADS: '0',
  CAIRN_RATE_REQUESTS: '0',
  CAIRN_RATE_FAILED_AUTH: '0',
  CAIRN_IMAGE_QUOTA: '1000000000',
};

export interface UploadedImage {
  readonly id: string;
  readonly url: string;
}

export interface CairnOptions {
  /** Data folder for stores that `env` does not set. Created by `start` if it is missing. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Number of server processes. More than one requires stores that nodes can share. */
  readonly nodes: number;
  readonly profile: string | undefined;
}

/** The built server with production settings: it logs to files and stores on disk. */
export class Cairn {
  private constructor(
    private readonly nodes: readonly Child[],
    /** One port per node. */
    readonly ports: readonly number[],
    private readonly key: string,
  ) {}

  static async start({ folder, env, nodes: count, profile }: CairnOptions): Promise<Cairn> {
    await mkdir(folder, { recursive: true });
    const key = newKey();
    const nodes: Child[] = [];
    const ports: number[] = [];
    while (nodes.length < count) {
      const node = Child.start({
        args: [...(profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile]), main],
        env: {
          ...unlimited,
          ...eventLoopMonitored,
          ...env,
          CAIRN_PORT: '0',
          CAIRN_DATA_DIR: folder,
          CAIRN_BOOTSTRAP_KEY: key,
        },
        log: join(folder, nodes.length === 0 ? 'log' : `log-${nodes.length + 1}`),
      });
      nodes.push(node);
      ports.push(Number(await node.waitFor(/http:\/\/127\.0\.0\.1:(\d+)/)));
    }
    return new Cairn(nodes, ports, key);
  }

  /** Process id of the first node. */
  get pid(): number {
    return this.nodes[0]?.pid ?? 0;
  }

  get authorization(): { readonly Authorization: string } {
    return { Authorization: `Bearer ${this.key}` };
  }

  async upload(bytes: Uint8Array): Promise<UploadedImage> {
    const response = await this.fetch('/api/upload', { method: 'POST', body: uploadForm({ bytes }) });
    const image: unknown = await response.json();
    if (isUploaded(image)) return image;
    throw new Error(`An upload was refused: ${JSON.stringify(image)}`);
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return await fetch(`http://127.0.0.1:${this.ports[0]}${path}`, {
      ...init,
      headers: { ...this.authorization, ...Object.fromEntries(new Headers(init.headers)) },
    });
  }

  /** The longest time for which an event loop was blocked since an epoch millisecond. */
  longestBlockMs(since: number): number {
    return Math.max(...this.nodes.map((node) => longestBlockMs(node.output(), since)));
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }
}

function isUploaded(value: unknown): value is UploadedImage {
  const { id, url } = { id: undefined, url: undefined, ...(typeof value === 'object' && value) };
  return typeof id === 'string' && typeof url === 'string';
}
