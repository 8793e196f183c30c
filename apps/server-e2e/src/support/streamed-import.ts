import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { ServerProcess } from '@cairn/harness';

type Line = Readonly<Record<string, unknown>>;

/** An import whose body is sent piece by piece, while the lines of its answer are read. */
export class StreamedImport {
  private readonly request: ClientRequest;
  private readonly response: Promise<IncomingMessage>;
  private lines: AsyncIterator<string, unknown> | undefined;

  /** @param path Of the features of a space. */
  constructor(server: ServerProcess, path: string, key?: string) {
    const headers = {
      'content-type': 'application/x-ndjson',
      accept: 'application/x-ndjson',
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    this.request = request(`${server.address}/hub${path}`, { method: 'PUT', headers });
    this.request.on('error', () => undefined); // reading the answer fails as well
    this.response = once(this.request, 'response').then(([response]) => response as IncomingMessage);
    this.response.catch(() => undefined);
  }

  send(text: string): this {
    this.request.write(text);
    return this;
  }

  end(): this {
    this.request.end();
    return this;
  }

  /** Closes the connection. */
  abort(): void {
    this.request.destroy();
  }

  async status(): Promise<number | undefined> {
    return (await this.response).statusCode;
  }

  /** The next line of the answer; `undefined` at its end. */
  async next(): Promise<Line | undefined> {
    this.lines ??= createInterface({ input: await this.response })[Symbol.asyncIterator]();
    const line: IteratorResult<string, unknown> = await this.lines.next();
    return line.done === true ? undefined : (JSON.parse(line.value) as Line);
  }

  /** The lines that are left. */
  async rest(): Promise<readonly Line[]> {
    const lines: Line[] = [];
    for (let line = await this.next(); line !== undefined; line = await this.next()) lines.push(line);
    return lines;
  }
}
