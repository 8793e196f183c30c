import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newKey, uploadForm } from '@cairn/harness';
import { Child } from './child.js';

const main = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));

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

/** The built server as it is in production: its log goes to a file, its stores are on the disk. */
export class Cairn {
  private constructor(
    private readonly child: Child,
    readonly port: number,
    private readonly key: string,
  ) {}

  static async start(folder: string, profile: string | undefined): Promise<Cairn> {
    await mkdir(folder);
    const key = newKey();
    const child = Child.start({
      args: [...(profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profile]), main],
      env: { ...unlimited, CAIRN_PORT: '0', CAIRN_DATA_DIR: folder, CAIRN_BOOTSTRAP_KEY: key },
      log: join(folder, 'log'),
    });
    return new Cairn(child, Number(await child.says(/http:\/\/127\.0\.0\.1:(\d+)/)), key);
  }

  get pid(): number {
    return this.child.pid;
  }

  get authorization(): { readonly Authorization: string } {
    return { Authorization: `Bearer ${this.key}` };
  }

  async upload(bytes: Uint8Array): Promise<UploadedImage> {
    const answer = await this.fetch('/api/upload', { method: 'POST', body: uploadForm({ bytes }) });
    const image: unknown = await answer.json();
    if (isUploaded(image)) return image;
    throw new Error(`An upload was refused: ${JSON.stringify(image)}`);
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return await fetch(`http://127.0.0.1:${this.port}${path}`, {
      ...init,
      headers: { ...this.authorization, ...Object.fromEntries(new Headers(init.headers)) },
    });
  }

  async stop(): Promise<void> {
    await this.child.stop();
  }
}

function isUploaded(value: unknown): value is UploadedImage {
  const { id, url } = { id: undefined, url: undefined, ...(typeof value === 'object' && value) };
  return typeof id === 'string' && typeof url === 'string';
}
