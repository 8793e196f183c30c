import { setTimeout as delay } from 'node:timers/promises';
import { uploadForm } from '@cairn/harness';
import sharp from 'sharp';

const MOST_MS = 5_000;
const PATIENCE_MS = 30_000;
const ALLOWED = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];
const TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heif: 'image/avif',
};

/** docs/limits.md: damage of their pixels is not looked for. */
const UNCHECKED = ['image/jpeg', 'image/avif'];

/** Sends files to a server as a client would, and notes what is wrong with the answers. */
export class Visitor {
  faults = [];
  #answers = new Map();
  #slowest = { ms: 0 };
  #undecodable = 0;

  constructor(server) {
    this.server = server;
  }

  async visit(name, bytes) {
    const wrong = (what) => this.faults.push(`${name}: ${what}`);
    try {
      const uploaded = await this.#ask('upload', name, '/api/upload', {
        method: 'POST',
        body: uploadForm({ bytes, name }),
      });
      if (uploaded.status >= 500 || (uploaded.status !== 201 && uploaded.status < 400))
        return wrong(`the upload was answered by ${uploaded.status} ${uploaded.body}`);
      if (uploaded.status !== 201) return undefined;
      const { url } = JSON.parse(uploaded.body);
      const original = await this.#ask('original', name, url);
      if (original.status !== 200) return wrong(`the file was answered by ${original.status}`);
      const fault = await damageOf(original);
      if (fault !== undefined && UNCHECKED.includes(original.type) && name.includes('damaged by'))
        this.#undecodable += 1;
      else if (fault !== undefined) wrong(fault);
      const small = await this.#ask('small image', name, `${url}?w=64&h=64&fit=cover&format=webp`);
      if (![200, 422].includes(small.status))
        return wrong(`the small image was answered by ${small.status} ${small.body}`);
      if (small.status === 200) {
        const { width, height } = await sharp(small.body).metadata();
        if (width > 64 || height > 64 || small.type !== 'image/webp')
          wrong(`its small image is ${width} × ${height} ${small.type}`);
      }
    } catch (error) {
      return wrong(`no answer: ${error.cause ?? error}`);
    }
    return undefined;
  }

  /** Waits until what is looked at in the background is done. */
  async stop() {
    await delay(500);
    const answer = await this.#ask('health', 'health', '/livez').catch((error) => ({
      status: String(error.cause),
    }));
    if (answer.status !== 200) this.faults.push(`The server is not alive: ${answer.status}`);
  }

  summary() {
    const lines = [...this.#answers].sort().map(([what, count]) => `${String(count).padStart(6)} ${what}`);
    const { ms, what } = this.#slowest;
    const damaged = `${this.#undecodable} damaged JPEG and AVIF were accepted whose pixels cannot be decoded.`;
    return [
      ...lines,
      damaged,
      `The slowest answer took ${Math.round(ms)} ms: ${what} (≤ ${MOST_MS} ms).`,
    ].join('\n');
  }

  async #ask(what, name, path, init = {}) {
    const since = performance.now();
    const answer = await this.server.fetch(path, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const ms = performance.now() - since;
    if (ms > this.#slowest.ms) this.#slowest = { ms, what: `${what} of ${name}` };
    if (ms > MOST_MS) this.faults.push(`${name}: ${what} took ${Math.round(ms)} ms`);
    const key = `${what} ${answer.status}`;
    this.#answers.set(key, (this.#answers.get(key) ?? 0) + 1);
    const type = answer.headers.get('content-type');
    return { status: answer.status, type, body: type?.startsWith('image/') ? bytes : bytes.toString() };
  }
}

/** What is wrong with a file that is served. Data without checksums may be damaged, but must be decodable. */
async function damageOf({ type, body }) {
  if (!ALLOWED.includes(type)) return `is served as ${type}`;
  try {
    const image = sharp(body, { failOn: 'none', limitInputPixels: false, pages: -1 });
    const { format } = await image.metadata();
    if (TYPES[format] !== type) return `is ${format}, and served as ${type}`;
    await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer();
    return undefined;
  } catch (error) {
    return `was accepted, and cannot be decoded: ${error.message}`;
  }
}
