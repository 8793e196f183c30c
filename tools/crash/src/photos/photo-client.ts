import { uploadForm, type ServerProcess } from '@cairn/harness';

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

/** What the run asks of a server. Every method rejects when there is no complete answer, or one that was not expected. */
export class PhotoClient {
  constructor(private readonly server: ServerProcess) {}

  async addSpace(): Promise<string> {
    const body = { title: 'Photos', description: '' };
    return (await this.json<{ id: string }>('POST', '/hub/spaces', body)).id;
  }

  async link(path: string, spaceId: string): Promise<void> {
    await this.json('PUT', `/api/photo-spaces?path=${path}`, { spaceId });
  }

  async unlink(path: string): Promise<void> {
    await this.answer('DELETE', `/api/photo-spaces?path=${path}`, undefined, [204, 404]);
  }

  async upload(bytes: Buffer, path: string): Promise<string> {
    const body = uploadForm({ bytes, path, name: 'photo.jpg', tags: 'new' });
    const response = await this.server.fetch('/api/upload', { method: 'POST', body });
    if (response.status !== 201) throw new Error(`an upload answers ${response.status}`);
    return ((await response.json()) as { id: string }).id;
  }

  async tag(id: string, tags: readonly string[]): Promise<void> {
    await this.answer('PATCH', `/api/images/${id}`, { tags }, [200, 404]);
  }

  async delete(id: string): Promise<void> {
    await this.answer('DELETE', `/api/images/${id}`, undefined, [200, 404]);
  }

  async photos(): Promise<readonly PhotoRecord[]> {
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = await this.json<{ images: { id: string }[]; nextCursor?: string | null }>(
        'GET',
        `/api/images?limit=1000${cursor && `&cursor=${cursor}`}`,
      );
      ids.push(...page.images.map(({ id }) => id));
      cursor = page.nextCursor ? encodeURIComponent(page.nextCursor) : '';
    } while (cursor !== '');
    const get = (id: string) => this.json<PhotoRecord>('GET', `/api/images/${id}?include=metadata`);
    return await Promise.all(ids.map(get));
  }

  async features(spaceId: string): Promise<readonly PhotoFeature[]> {
    const path = `/hub/spaces/${spaceId}/search?limit=100000`;
    return (await this.json<{ features: PhotoFeature[] }>('GET', path)).features;
  }

  /** The states of the spaces of photos, by path. */
  async states(): Promise<ReadonlyMap<string, string>> {
    const listed = await this.json<{ path: string; state: string }[]>('GET', '/api/photo-spaces');
    return new Map(listed.map(({ path, state }) => [path, state]));
  }

  private async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    return (await (await this.answer(method, path, body, [200, 201])).json()) as T;
  }

  private async answer(
    method: string,
    path: string,
    body: unknown,
    expected: readonly number[],
  ): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
    const response = await this.server.fetch(path, { method, ...sent });
    if (!expected.includes(response.status)) throw new Error(`${method} ${path} answers ${response.status}`);
    return response;
  }
}
