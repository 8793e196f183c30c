import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { ServerProcess } from '@cairn/harness';
import { summaryOf, type Answered, type Exchange } from '@cairn/hub-acceptance';
import { expect, it } from '@jest/globals';

/** What the clients themselves sent, and what they were satisfied with: recorded by `npm run hub:clients`. */
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
