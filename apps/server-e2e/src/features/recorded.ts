import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { ServerProcess } from '@cairn/harness';
import { expect, it } from '@jest/globals';

/** What of an answer a client uses, as far as it is the same in every run. */
interface Answered {
  readonly status: number;
  /** The names of the members of a JSON object. */
  readonly members?: readonly string[];
  /** Of its features. */
  readonly ids?: readonly string[];
  /** Of a space or a feature; the server may have made it. */
  readonly id?: string;
  /** Where an iteration goes on. */
  readonly handle?: string;
  readonly count?: number;
}

/** A request as a client sent it, and what of the answer mattered to the client. */
interface Exchange {
  /** The command or call that sent it. */
  readonly from: string;
  readonly method: string;
  /** With the query as it was on the wire. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. Absent if there was none. */
  readonly body?: string;
  readonly answered: Answered;
}

/** What the clients themselves sent, recorded between them and a server, and what they were satisfied with. */
const recording = readFileSync(new URL('./recorded.json', import.meta.url), 'utf8');
const exchanges = JSON.parse(recording) as readonly Exchange[];

/** Sends the requests of clients of XYZ Hub again. */
export function declareRecorded(open: () => ServerProcess): void {
  it.each(['here-cli', 'xyzspaces'])('every request of %s has the answer that it had', async (client) => {
    const server = open();
    const sent = exchanges.filter(({ from }) => from.startsWith(client));
    expect(sent).not.toEqual([]);
    /** What the server made up when the requests were recorded, and what it made up now. */
    const names = new Map([['{key}', server.key]]);
    const renamed = (text: string): string =>
      [...names].reduce((changed, [then, now]) => changed.replaceAll(then, now), text);
    for (const exchange of sent) {
      const { from, method, path, answered } = exchange;
      const now = await send(server, exchange, renamed);
      if (answered.id !== undefined && now.id !== undefined) names.set(answered.id, now.id);
      if (answered.handle !== undefined && now.handle !== undefined) names.set(answered.handle, now.handle);
      const expected: unknown = JSON.parse(renamed(JSON.stringify(answered)));
      expect([from, method, path, now]).toEqual([from, method, path, expected]);
    }
  });
}

async function send(
  server: ServerProcess,
  { method, path, headers, body }: Exchange,
  renamed: (text: string) => string,
): Promise<Answered> {
  const text = renamed(body ?? '');
  const response = await server.fetch(renamed(path), {
    method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, renamed(value)])),
    ...(body !== undefined && { body: headers['content-encoding'] === 'gzip' ? gzipSync(text) : text }),
  });
  return summaryOf(response.status, await response.text());
}

function summaryOf(status: number, text: string): Answered {
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { status };
  const members: Readonly<Record<string, unknown>> = { ...body };
  const { features, id, handle, count } = members;
  return {
    status,
    members: Object.keys(members).sort(),
    ...(Array.isArray(features) && { ids: features.map((feature: { id: string }) => feature.id).sort() }),
    ...(typeof id === 'string' && { id }),
    ...(typeof handle === 'string' && { handle }),
    ...(typeof count === 'number' && { count }),
  };
}
