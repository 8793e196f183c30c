import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { OutgoingHttpPorts, ReceivedRequest, ServerAnswer } from '@cairn/testkit';
import { AllowedAddresses } from './allowed-addresses.js';
import { NodeOutgoingHttp } from './node-outgoing-http.js';

const ADDRESSES = { first: '127.0.0.3', second: '127.0.0.4', private: '127.0.0.5' } as const;
const ALLOWED_NAME = 'friend.example';
const open: Server[] = [];

/** The adapter with its servers, of which two are allowed. 127.0.0.2 is allowed too, but nobody listens there. */
export async function outgoingHttpPorts(): Promise<OutgoingHttpPorts> {
  const received: ReceivedRequest[] = [];
  const resolved: string[] = [];
  const serve = async (at: ReceivedRequest['at']): Promise<string> => {
    const server = createServer((message, response) => void handle(at, message, response));
    open.push(server);
    await new Promise<void>((listening) => server.listen(0, ADDRESSES[at], listening));
    // The cast is safe: the server listens on a port.
    return `http://${ADDRESSES[at]}:${(server.address() as AddressInfo).port}`;
  };
  const handle = async (at: ReceivedRequest['at'], message: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '' } = message;
    const headers = Object.fromEntries(
      Object.entries(message.headers).map(([name, of]) => [name, String(of)]),
    );
    const request = { at, method, path, headers, body: await text(message) };
    received.push(request);
    await send(ports.answer(request), response);
  };
  const allowed = AllowedAddresses.parse(['127.0.0.2', ADDRESSES.first, ADDRESSES.second, ALLOWED_NAME]);
  const resolve = async (name: string): Promise<readonly string[]> => {
    resolved.push(name);
    return await ports.resolve(name);
  };
  const origins = {
    first: await serve('first'),
    second: await serve('second'),
    private: await serve('private'),
  };
  const ports: OutgoingHttpPorts = {
    http: new NodeOutgoingHttp({ allowed, resolve }),
    origins,
    allowedName: ALLOWED_NAME,
    answer: () => ({}),
    resolve: async () => [],
    received,
    resolved,
  };
  return ports;
}

export function closeServers(): void {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
}

async function send(answer: ServerAnswer, response: ServerResponse): Promise<void> {
  if (answer === 'silence') return;
  if (answer === 'reset') return void response.destroy();
  if ('raw' in answer) return void response.socket?.write(answer.raw);
  const { status = 200, headers = {}, body = '' } = answer;
  response.writeHead(
    status,
    Object.fromEntries(Object.entries(headers).map(([name, of]) => [name, [of].flat()])),
  );
  if (typeof body === 'string') return void response.end(body);
  try {
    for await (const chunk of body) {
      if (response.destroyed) return;
      response.write(chunk);
    }
    response.end();
  } catch {
    response.destroy();
  }
}
