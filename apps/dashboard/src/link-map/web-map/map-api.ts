import type { Geometry } from '@cairn/client';
import type { StyleOfMap } from '../../map-parts/layer-map.ts';

/** A feature, with the properties that its layer shows. */
export interface Feature {
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly properties: Readonly<Record<string, unknown>> | null;
}

interface FeaturePage {
  readonly features: readonly Feature[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** What is asked of a layer. */
export interface AskedFeatures {
  readonly q?: string;
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** More conditions, as a query. */
  readonly filter: string;
  readonly signal?: AbortSignal;
}

/** The map of the page in the API of the service. */
export class MapApi {
  /** `base` is the address of the map. A public map has no secret. */
  constructor(
    private readonly base: string,
    private readonly secret: string | undefined,
  ) {}

  async style(theme: 'light' | 'dark', language: string): Promise<StyleOfMap> {
    return (await this.read('/style.json', { theme, language })) as StyleOfMap;
  }

  async features(layerId: string, { q, cursor, limit, filter, signal }: AskedFeatures): Promise<FeaturePage> {
    const query = { limit: String(limit), ...(q !== undefined && { q }), ...(cursor !== undefined && { cursor }) }; // prettier-ignore
    return (await this.read(`/layers/${layerId}/features`, query, { filter, signal })) as FeaturePage;
  }

  /** @throws {Error} if the map is not there any more, or cannot be read. */
  private async read(
    path: string,
    query: Readonly<Record<string, string>>,
    { filter = '', signal }: { readonly filter?: string; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<unknown> {
    const parameters = new URLSearchParams(query);
    if (this.secret !== undefined) parameters.set('access_token', this.secret);
    const conditions = filter === '' ? '' : `&${filter}`;
    const response = await fetch(`${this.base}${path}?${parameters.toString()}${conditions}`, {
      ...(signal && { signal }),
    });
    if (!response.ok) throw new Error(`${response.status}`);
    return await response.json();
  }
}
