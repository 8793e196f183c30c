import type { ServerProcess } from '@cairn/harness';

export type Json = Record<string, unknown>;

type Init = Parameters<ServerProcess['fetch']>[1];

interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

export const spaceDetails = { title: 'My Demo Space', description: 'as the contract has it' };

/** Speaks to the spaces API, by default without a key. */
export class SpacesClient {
  constructor(private readonly server: ServerProcess) {}

  async call(path: string, init: Init = {}): Promise<Answer> {
    const response = await this.server.fetch(path, { key: null, ...init });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? undefined : JSON.parse(text)) as Json,
      headers: response.headers,
    };
  }

  async create(body: unknown, init: Init = {}): Promise<Answer> {
    return await this.call('/hub/spaces', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      ...init,
    });
  }
}
