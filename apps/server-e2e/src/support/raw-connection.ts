import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ServerProcess } from '@cairn/harness';

/** The data received on a connection until it was closed. */
export interface RawResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** All received data, for more than one response. */
  readonly all: string;
}

/** What listens at an address. */
export type Listening = Pick<ServerProcess, 'address'>;

/** Connects to the server, optionally from another loopback address. */
export async function dial({ address }: Listening, localAddress?: string): Promise<Socket> {
  const { hostname: host, port } = new URL(address);
  const socket = connect({
    host,
    port: Number(port),
    allowHalfOpen: true,
    ...(localAddress && { localAddress }),
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Reads until the connection is closed. */
export async function readResponse(socket: Socket): Promise<RawResponse> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => socket.end());
  socket.resume();
  await new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())));
  const all = Buffer.concat(chunks).toString('latin1');
  const [head = '', text = ''] = all.split('\r\n\r\n', 2);
  const [line = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((each): [string, string] => {
      const colon = each.indexOf(': ');
      return [each.slice(0, colon).toLowerCase(), each.slice(colon + 2)];
    }),
  );
  return { status: Number(line.split(' ')[1]), headers, text, all };
}

/** Sends raw bytes and reads until the server closes the connection. */
export async function send(
  server: Listening,
  ...bytes: readonly (string | Uint8Array)[]
): Promise<RawResponse> {
  const socket = await dial(server);
  for (const each of bytes) socket.write(each);
  return await readResponse(socket);
}

/** The parsed log lines. */
export function logged(server: ServerProcess): readonly Readonly<Record<string, unknown>>[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The request head of an upload form with the boundary `b`. */
export function uploadHead(server: ServerProcess, ...headers: readonly string[]): string {
  return [
    `POST ${server.target('/api/upload')} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${server.key}`,
    'Content-Type: multipart/form-data; boundary=b',
    ...headers,
    '\r\n',
  ].join('\r\n');
}

/** The start of the file's part. */
export const FILE_PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
