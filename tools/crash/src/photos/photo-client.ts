import type { ServerProcess } from '@cairn/harness';

/** A photo as the server has it; `position` as its metadata has it. */
export interface PhotoRecord {
  readonly id: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly metadata: { readonly position?: { readonly longitude: number; readonly latitude: number } | null };
}

export interface PhotoFeature {
  readonly id: string;
  readonly geometry: { readonly coordinates: readonly number[] };
  readonly properties: { readonly imageId: string; readonly tags: readonly string[] };
}

interface Page {
  readonly images: readonly { readonly id: string }[];
  readonly nextCursor?: string | null;
}

/** What the run asks of a server. Every method rejects when there is no complete answer, or one that was not expected. */
export class PhotoClient {
  constructor(private readonly server: ServerProcess) {}

  async addSpace(): Promise<string> {
    return (await this.server.json<{ id: string }>('POST', '/hub/spaces', { title: 'Photos' })).id;
  }

  async link(path: string, spaceId: string): Promise<void> {
    await this.server.json('PUT', `/api/photo-spaces?path=${path}`, { spaceId });
  }

  async unlink(path: string): Promise<void> {
    await this.mayBeGone('DELETE', `/api/photo-spaces?path=${path}`);
  }

  async upload(bytes: Buffer, path: string): Promise<string> {
    return (await this.server.upload({ bytes, path, tags: 'new' })).id;
  }

  async tag(id: string, tags: readonly string[]): Promise<void> {
    await this.mayBeGone('PATCH', `/api/images/${id}`, { tags });
  }

  async delete(id: string): Promise<void> {
    await this.mayBeGone('DELETE', `/api/images/${id}`);
  }

  async photos(): Promise<readonly PhotoRecord[]> {
    const ids: string[] = [];
    let cursor = '';
    do {
      const from = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page = await this.server.json<Page>('GET', `/api/images?limit=1000${from}`);
      ids.push(...page.images.map(({ id }) => id));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    return await Promise.all(
      ids.map((id) => this.server.json<PhotoRecord>('GET', `/api/images/${id}?include=metadata`)),
    );
  }

  async features(spaceId: string): Promise<readonly PhotoFeature[]> {
    const path = `/hub/spaces/${spaceId}/search?limit=100000`;
    return (await this.server.json<{ features: PhotoFeature[] }>('GET', path)).features;
  }

  /** The states of the spaces of photos, by path. */
  async states(): Promise<ReadonlyMap<string, string>> {
    const listed = await this.server.json<{ path: string; state: string }[]>('GET', '/api/photo-spaces');
    return new Map(listed.map(({ path, state }) => [path, state]));
  }

  private async mayBeGone(method: string, path: string, body?: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
    const response = await this.server.fetch(path, { method, ...sent });
    await response.arrayBuffer();
    if (!response.ok && response.status !== 404)
      throw new Error(`${method} ${path} answers ${response.status}`);
  }
}
