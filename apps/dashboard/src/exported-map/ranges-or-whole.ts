import type { RangeResponse, Source } from 'pmtiles';

/** A larger file is not loaded whole: mobile browsers have no room for it. */
const MAX_WHOLE = 256 * 1024 * 1024;
const PARTIAL = 206;

/** A file on a server, read in parts. If the server answers with the whole file instead, that is kept. */
export class RangesOrWhole implements Source {
  private whole: Promise<ArrayBuffer> | undefined;

  constructor(private readonly url: string) {}

  getKey(): string {
    return this.url;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    if (this.whole !== undefined) return { data: (await this.whole).slice(offset, offset + length) };
    const response = await fetch(this.url, { headers: { range: `bytes=${offset}-${offset + length - 1}` } });
    if (response.status === PARTIAL) return { data: await response.arrayBuffer() };
    if (!response.ok) throw new Error(`${this.url}: ${response.status}`);
    if (Number(response.headers.get('content-length') ?? 0) > MAX_WHOLE) {
      await response.body?.cancel();
      throw new Error(`${this.url} is large, and its server answers no ranges.`);
    }
    this.whole = response.arrayBuffer();
    this.whole.catch(() => (this.whole = undefined)); // a later read may succeed
    return { data: (await this.whole).slice(offset, offset + length) };
  }
}
