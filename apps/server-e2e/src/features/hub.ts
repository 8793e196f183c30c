import type { ServerProcess } from '@cairn/harness';

export type Json = Readonly<Record<string, unknown>>;

/** The members of answers that the tests look at. */
export interface HubBody extends Json {
  readonly features: readonly HubFeature[];
  readonly etag?: string;
  readonly handle?: string;
  readonly maxVersion?: { readonly value: number };
  readonly errorMessage?: string;
  readonly errorDetails?: {
    readonly code: string;
    readonly errors?: readonly { readonly pointer: string; readonly code: string }[];
  };
}

export interface HubFeature extends Json {
  readonly id: string;
  readonly geometry: Json | null;
  readonly properties: Json & { readonly '@ns:com:here:xyz': Json };
}

export interface HubAnswer {
  readonly status: number;
  readonly body: HubBody;
  readonly headers: Headers;
}

export interface HubText {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly key?: string | null;
}

const isSendable = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** Speaks to the spaces API without a key. */
export class Hub {
  private spaces = 0;

  constructor(readonly server: ServerProcess) {}

  async call(path: string, sent: Sent = {}): Promise<HubAnswer> {
    const { text, ...answer } = await this.text(path, sent);
    const isJson = /json/.test(answer.headers.get('content-type') ?? '') && text !== '';
    return { ...answer, body: (isJson ? JSON.parse(text) : {}) as HubBody };
  }

  /** The answer as a text. Paths are those below `/hub`, and those of tiles and styles. */
  async text(path: string, { body, headers, ...sent }: Sent = {}): Promise<HubText> {
    const address = /^\/(?:hub|tiles|styles)\//.test(path) ? path : `/hub${path}`;
    const response = await this.server.fetch(address, {
      key: null,
      ...sent,
      headers: { ...(body !== undefined && { 'content-type': 'application/geo+json' }), ...headers },
      ...(body !== undefined && { body: isSendable(body) ? body : JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  /** Creates a space with these features, and gives its path. */
  async space(...features: readonly unknown[]): Promise<string> {
    this.spaces += 1;
    const id = `features-${this.spaces}`;
    await this.call('/spaces', { method: 'POST', body: { title: id, id } });
    if (features.length > 0) await this.put(`/spaces/${id}`, ...features);
    return `/spaces/${id}`;
  }

  async put(space: string, ...features: readonly unknown[]): Promise<HubAnswer> {
    return await this.call(`${space}/features`, { method: 'PUT', body: collection(...features) });
  }

  /** The ids of the features that an address gives. */
  async ids(path: string): Promise<readonly string[]> {
    return idsOf(await this.call(path));
  }
}

export const collection = (...features: readonly unknown[]): Json => ({
  type: 'FeatureCollection',
  features,
});

export const point = (id: string, longitude: number, latitude: number, properties: Json = {}): Json => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties,
});

export const idsOf = ({ body }: HubAnswer): readonly string[] => body.features.map(({ id }) => id);

/** The status of an error, and its faults. */
export function faultsOf({ status, body }: HubAnswer): readonly unknown[] {
  const { code = '', errors = [] } = body.errorDetails ?? {};
  return [status, ...(errors.length > 0 ? errors.map((fault) => `${fault.pointer} ${fault.code}`) : [code])];
}

export const namespaceOf = (feature: HubFeature | undefined): Json =>
  feature?.properties['@ns:com:here:xyz'] ?? {};
