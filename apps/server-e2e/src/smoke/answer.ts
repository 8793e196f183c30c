import { expect } from '@jest/globals';

export type Json = Readonly<Record<string, unknown>>;

/** What the server has answered, with the request. */
export class Answer {
  constructor(
    /** Method and address, such as `GET /api/quota`. */
    readonly asked: string,
    readonly status: number,
    readonly headers: Headers,
    readonly bytes: Buffer,
  ) {}

  static async to(asked: string, response: Response): Promise<Answer> {
    const { status, headers } = response;
    return new Answer(asked, status, headers, Buffer.from(await response.arrayBuffer()));
  }

  json<T = Json>(): T {
    const type = this.headers.get('content-type') ?? 'nothing';
    if (!type.includes('json')) throw new Error(`${this.asked}: ${this.status} with ${type} instead of JSON`);
    return JSON.parse(this.bytes.toString()) as T;
  }

  /** Expects these members among those of the body. */
  shows(members: Readonly<Record<string, unknown>>): this {
    expect(this.json()).toMatchObject(members);
    return this;
  }

  /** Expects a list that has an entry with these members. */
  lists(members: Readonly<Record<string, unknown>>): this {
    expect(this.json()).toContainEqual(expect.objectContaining(members));
    return this;
  }

  /** The machine-readable code of an error; where a browser is sent on with it, the one in its new address. */
  get code(): unknown {
    const { search } = new URL(this.headers.get('location') ?? '', 'http://localhost');
    if (search !== '') return new URLSearchParams(search).get('problem');
    const isPage = this.headers.get('content-type')?.startsWith('text/html') === true;
    if (isPage || this.asked.startsWith('HEAD ')) return undefined;
    const { errorDetails, code } = this.json<{ errorDetails?: { code: string }; code?: string }>();
    return errorDetails?.code ?? code;
  }
}
