import type { ServerProcess } from '@cairn/harness';

/** A feature as the server sends it. */
export interface SentFeature {
  readonly id: string;
  readonly geometry: { readonly type: string; readonly coordinates: readonly number[] } | null;
  readonly properties: Readonly<Record<string, unknown>> & {
    readonly '@ns:com:here:xyz': { readonly version: number };
  };
}

/** A FeatureCollection as the server sends it. */
export interface SentCollection {
  readonly features: readonly SentFeature[];
  readonly handle?: string;
  readonly deleted?: readonly string[];
}

/** The statistics of a space as the server sends them. */
export interface SentStatistics {
  readonly count: { readonly value: number };
  readonly maxVersion: { readonly value: number };
  readonly bbox: { readonly value: readonly number[]; readonly estimated: boolean };
  readonly properties: {
    readonly value: readonly { readonly key: string; readonly count: number; readonly datatype: string }[];
    readonly estimated: boolean;
  };
}

interface Sent {
  readonly method?: string;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
}

const PAGE = 5_000;

/** Requests to one space. */
export class SpaceClient {
  constructor(
    private readonly server: ServerProcess,
    readonly id: string,
  ) {}

  async create(): Promise<void> {
    await this.server.json('POST', '/hub/spaces', { id: this.id, title: this.id });
  }

  /** Removes the space with its features. @throws {Error} unless it is gone at once. */
  async remove(): Promise<void> {
    const { status } = await this.send('', { method: 'DELETE' });
    const { status: after } = await this.send('/statistics');
    if (status >= 300 || after !== 404)
      throw new Error(`removing ${this.id} answered ${status}, then ${after}`);
  }

  async send(path: string, sent: Sent = {}): Promise<Response> {
    const { method = 'GET', body, contentType = 'application/geo+json', accept } = sent;
    return await this.server.fetch(`/hub/spaces/${this.id}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': contentType }),
        ...(accept !== undefined && { accept }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  /** @throws {Error} unless the answer is a success. */
  async read<T>(path: string): Promise<T> {
    return await this.server.json<T>('GET', `/hub/spaces/${this.id}${path}`);
  }

  /** All features, page by page. */
  async iterate(): Promise<readonly SentFeature[]> {
    const all: SentFeature[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const handle: string = next === '' ? '' : `&handle=${encodeURIComponent(next)}`;
      const page: SentCollection = await this.read<SentCollection>(`/iterate?limit=${PAGE}${handle}`);
      all.push(...page.features);
      next = page.handle;
    }
    return all;
  }
}
