import type { ServerProcess } from '@cairn/harness';

export type Json = Record<string, unknown>;

type Init = Parameters<ServerProcess['fetch']>[1];

interface Sent {
  readonly method?: string;
  readonly body?: Json;
  readonly key?: string | null;
}

interface Answer {
  readonly status: number;
  readonly body: Json;
  /** The answer if it is a list. */
  readonly items: readonly Json[];
  readonly headers: Headers;
}

export const spaceDetails = { title: 'My Demo Space', description: 'as the contract has it' };

/** Speaks to the spaces API, by default without a key. */
export class SpacesClient {
  constructor(private readonly server: ServerProcess) {}

  async call(path: string, init: Init = {}): Promise<Answer> {
    const response = await this.server.fetch(path, { key: null, ...init });
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return {
      status: response.status,
      body: body as Json,
      items: Array.isArray(body) ? (body as readonly Json[]) : [],
      headers: response.headers,
    };
  }

  /** Sends the body as JSON. */
  async send(path: string, { body, ...init }: Sent = {}): Promise<Answer> {
    return await this.call(path, {
      ...init,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
  }

  /** The ids of the listed spaces, or the status of the error. */
  async idsOf(path: string, key: string | null = null): Promise<readonly unknown[] | number> {
    const { status, items } = await this.call(path, { key });
    return status === 200 ? items.map(({ id }) => id) : status;
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
