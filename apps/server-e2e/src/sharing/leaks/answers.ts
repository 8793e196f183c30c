import { testHost, type ServerProcess } from '@cairn/harness';

/** One request; `asked` names what it is about. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Identifiers and addresses that an answer may repeat. */
  readonly asked: readonly string[];
}

/** All of an answer that whoever asked can compare with another one. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Byte by byte. */
  readonly body: string;
}

export type Ask = (asked: Asked) => Promise<Answer>;

/** The listeners that strangers ask: that of the server, and its public door, which no other host of Cairn opens. */
export const LISTENERS =
  testHost().name === 'server' ? (['address', 'door'] as const) : (['address'] as const);

/** Asks a server. Every request has the same id, because answers repeat it. */
export function asking(server: ServerProcess, listener: (typeof LISTENERS)[number] = 'address'): Ask {
  return async ({ method = 'GET', path, headers: sent = {}, body, asked }) => {
    const response = await fetch(server[listener] + path, {
      method,
      redirect: 'manual',
      headers: {
        'x-request-id': 'same',
        ...sent,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { date: _, ...shown } = Object.fromEntries(response.headers);
    const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
    const headers = bytes === '' ? shown : withoutLength(shown);
    const answer = { status: response.status, headers, body: withoutWhatWasAsked(bytes, asked) };
    return asked.length > 0 && /^\/(hub|tiles)\//.test(path) ? withoutTag(answer) : answer;
  };
}

/** The lengths of a body that is compared itself; they vary with its times and its volatility, which are not. */
function withoutLength(shown: Answer['headers']): Answer['headers'] {
  const { 'content-length': _, 'x-decompressed-output-size': __, ...headers } = shown;
  return headers;
}

/** The `ETag` of a read of a space is a digest of the question and of the version of the space. */
function withoutTag({ status, headers: { etag: _, ...headers }, body }: Answer): Answer {
  return { status, headers, body: body.replaceAll(/"etag":"[^,}]*"/g, '"etag":…') };
}

function withoutWhatWasAsked(body: string, asked: readonly string[]): string {
  // What the caller changed itself has the time of the change; what is told of a space's volatility depends on its age.
  const timeless = body.replaceAll(
    /"(updatedAt|volatility|autoCacheProfile)":("[^"]*"|[0-9.e-]+|\{[^}]*\})/g,
    '"$1":…',
  );
  return asked.reduce((text, each) => text.replaceAll(each, '…'), timeless);
}

/** In what the answers differ; empty if in nothing. */
export function differences(one: Answer, other: Answer): readonly string[] {
  const names = new Set([...Object.keys(one.headers), ...Object.keys(other.headers)]);
  return [
    ...(one.status === other.status ? [] : [`status ${one.status}, not ${other.status}`]),
    ...[...names]
      .filter((name) => one.headers[name] !== other.headers[name])
      .map((name) => `${name} ${one.headers[name] ?? 'none'}, not ${other.headers[name] ?? 'none'}`),
    ...(one.body === other.body ? [] : [`body ${one.body.slice(0, 300)}, not ${other.body.slice(0, 300)}`]),
  ];
}
