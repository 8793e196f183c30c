import { setTimeout as delay } from 'node:timers/promises';
import { uploadForm } from '@cairn/harness';
import sharp from 'sharp';

const MOST_MS = 5_000;
const PATIENCE_MS = 30_000;
/** What sharp does not decode: Cairn itself must make an image of it. */
const FURTHER = ['image/heic', 'image/jxl', 'image/tiff', 'image/bmp'];
const TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  heif: 'image/avif',
};

/** Sends files to a server as a client would, and notes what is wrong with the answers. */
export class Visitor {
  faults = [];
  #answers = new Map();
  #slowest = { ms: 0 };

  /** `types` are those that are accepted beside JPEG, PNG, WebP, GIF and AVIF. */
  constructor(server, types = []) {
    this.server = server;
    this.types = types.map((type) => `image/${type}`);
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
      const fault = await this.#damageOf(original);
      if (fault !== undefined) wrong(fault);
      const small = await this.#ask('small image', name, `${url}?w=64&h=64&fit=cover&format=webp`);
      if (small.status !== 200) return wrong(`the small image was answered by ${small.status} ${small.body}`);
      const { width, height } = await sharp(small.body).metadata();
      if (width > 64 || height > 64 || small.type !== 'image/webp')
        wrong(`its small image is ${width} × ${height} ${small.type}`);
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
    return [...lines, `The slowest answer took ${Math.round(ms)} ms: ${what} (≤ ${MOST_MS} ms).`].join('\n');
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

  /** What is wrong with a file that is served. Data without checksums may be damaged, but must be decodable. */
  async #damageOf({ type, body }) {
    if (FURTHER.includes(type)) return this.types.includes(type) ? undefined : `is served as ${type}`;
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
}
