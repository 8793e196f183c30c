import { operations } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import { HttpError } from '../messages/http-error.js';
import { KeylessPolicy, type OwnAddresses } from './keyless-policy.js';

const servers = {
  local: { baseUrl: 'http://127.0.0.1:8080', cdnUrl: 'http://127.0.0.1:8080/cdn', corsOrigins: [] },
  remote: {
    baseUrl: 'https://cairn.example.org',
    cdnUrl: 'https://cdn.example.org',
    corsOrigins: ['https://app.example.org'],
  },
} as const satisfies Readonly<Record<string, OwnAddresses>>;
const json = 'application/json';

function outcome(server: keyof typeof servers, id: string, headers: Record<string, string>): string {
  const operation = operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`There is no operation ${id}.`);
  try {
    new KeylessPolicy(servers[server]).check({ headers }, operation);
    return 'passes';
  } catch (error) {
    if (error instanceof HttpError) return `${error.status} ${error.code}`;
    throw error;
  }
}

describe('a request without a key', () => {
  it('is refused at a foreign host after others at the own one', () => {
    const policy = new KeylessPolicy(servers.local);
    const [operation] = operations;
    if (operation === undefined) throw new Error('There are no operations.');
    const ask = (host: string) => () =>
      policy.check({ headers: { host } }, { ...operation, scope: 'spaces:read' });
    expect(ask('localhost:8080')).not.toThrow();
    expect(ask('localhost:8080')).not.toThrow();
    expect(ask('evil.example.com')).toThrow(HttpError);
    expect(ask('')).toThrow(HttpError);
    expect(ask('127.0.0.1:8080')).not.toThrow();
    expect(ask('evil.example.com')).toThrow(HttpError);
  });

  it.each([
    ['local', '127.0.0.1:8080', 'passes'],
    ['local', 'localhost:8080', 'passes'],
    ['local', '[::1]:8080', 'passes'],
    ['local', 'x.localhost', 'passes'],
    ['local', 'evil.example.com', '403 foreign-host'],
    ['local', 'evil.example.com:8080', '403 foreign-host'],
    ['local', 'evil@localhost:8080', '403 foreign-host'],
    ['local', 'localhost/evil', '403 foreign-host'],
    ['local', '', '403 foreign-host'],
    ['local', '192.168.1.5:8080', '403 foreign-host'],
    ['remote', 'cairn.example.org', 'passes'],
    ['remote', 'CAIRN.example.org:443', 'passes'],
    ['remote', 'cdn.example.org', 'passes'],
    ['remote', 'app.example.org', '403 foreign-host'],
    ['remote', 'localhost', 'passes'],
  ] as const)('to a %s server with the host %j: %s', (server, host, expected) => {
    const headers = { host, 'content-type': json };
    expect(outcome(server, 'listSpaces', headers)).toBe(expected);
    expect(outcome(server, 'createSpace', headers)).toBe(expected);
  });

  it.each([
    ['local', 'localhost:8080', 'http://localhost:8080', 'passes'],
    ['local', '127.0.0.1:8080', 'http://localhost:8080', 'passes'],
    ['local', '127.0.0.1:8080', 'http://localhost:3000', '403 foreign-origin'],
    ['local', '127.0.0.1:8080', 'https://evil.example.com', '403 foreign-origin'],
    ['local', '127.0.0.1:8080', 'null', '403 foreign-origin'],
    ['local', '127.0.0.1:8080', '', '403 foreign-origin'],
    ['local', '127.0.0.1:9090', 'http://127.0.0.1:9090', 'passes'],
    ['remote', 'cairn.example.org', 'https://cairn.example.org', 'passes'],
    ['remote', 'cairn.example.org', 'https://app.example.org', 'passes'],
    ['remote', 'cairn.example.org', 'https://app.example.org:8443', '403 foreign-origin'],
    ['remote', 'cairn.example.org', 'http://app.example.org', '403 foreign-origin'],
  ] as const)('that writes to a %s server at %j from the origin %j: %s', (server, host, origin, expected) => {
    const headers = { host, origin, 'content-type': json };
    for (const id of ['createSpace', 'patchSpace', 'deleteSpace'])
      expect(outcome(server, id, headers)).toBe(expected);
    expect(outcome(server, 'listSpaces', headers)).toBe('passes');
  });

  it.each([
    [json, 'passes'],
    ['application/geo+json; charset=utf-8', 'passes'],
    [undefined, '415 unsupported-media-type'],
    ['text/plain', '415 unsupported-media-type'],
    ['text/plain; x=application/json', '415 unsupported-media-type'],
    ['application/x-www-form-urlencoded', '415 unsupported-media-type'],
  ])('with a body of type %j: %s', (type, expected) => {
    const headers = { host: 'localhost', ...(type !== undefined && { 'content-type': type }) };
    for (const id of ['createSpace', 'patchSpace']) expect(outcome('local', id, headers)).toBe(expected);
    expect(outcome('local', 'deleteSpace', headers)).toBe('passes');
  });

  it.each([
    ['text/csv; charset=utf-8', 'passes'],
    ['application/octet-stream', 'passes'],
    ['', '415 unsupported-media-type'],
    ['Text/Plain ; charset=utf-8', '415 unsupported-media-type'],
    ['multipart/form-data; boundary=x', '415 unsupported-media-type'],
    ['application/x-www-form-urlencoded', '415 unsupported-media-type'],
  ])('with a file of type %j: %s', (type, expected) => {
    expect(outcome('local', 'importFile', { host: 'localhost', 'content-type': type })).toBe(expected);
  });
});
