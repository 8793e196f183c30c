import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createRequestContext } from '../messages/request-context.js';
import { requestLogEntry } from './request-log-entry.js';

describe('requestLogEntry', () => {
  const SECRET = '3KqYz0V9mTnB7xWcR4sLpD';
  const pathOf = (url: string): string | undefined => {
    const incoming = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url });
    return requestLogEntry(createRequestContext(incoming), incoming, new ServerResponse(incoming)).path;
  };
  const encoded = (text: string): string =>
    [...text].map((one) => `%${(one.codePointAt(0) ?? 0).toString(16)}`).join('');

  it.each([
    `/a/${SECRET}`,
    `/a%2f${SECRET}`,
    `/a%2F${SECRET}/upload`,
    `%2fa%2f${SECRET}`,
    `/%61/${SECRET}`,
    `/a%252f${SECRET}`,
    `/a%2525252f${SECRET}`,
    `/a/${encoded(SECRET)}`,
    `/a%2f${encoded(SECRET)}`,
    `/a/${SECRET.slice(0, 3)}${encoded(SECRET.slice(3, 5))}${SECRET.slice(5)}`,
    encoded(`/a/${SECRET}`),
    encoded(encoded(`/a/${SECRET}`)),
    encoded(encoded(encoded(`/a/${SECRET}`))),
    `/A/${SECRET}`,
    `//a//${SECRET}`,
    `/a/./${SECRET}`,
    `/./a/../${SECRET}`,
    `/a%2f%2e%2e%2f${SECRET}`,
    `/a\\${SECRET}`,
    `/a%5c${SECRET}`,
    `/a/${SECRET}x`,
    `/a/${SECRET}.`,
    `/a%2f${SECRET}%2f%E0%A4`,
    `/%zz/a%2f${SECRET}`,
    `/api/shared/${SECRET}/images`,
    `/api%2fshared%2f${SECRET}`,
    `/api/%73hared/${SECRET}/upload`,
    `/api//shared//${SECRET}`,
    `/photos/a/${SECRET}`,
    `/photos%2fapi%2Fshared%2F${SECRET}`,
    `/tiles/x.json%3faccess_token=${SECRET}`,
  ])('has no secret of %s', (url) => {
    const logged = pathOf(url) ?? '';
    expect(logged).toContain('…');
    expect(logged).not.toMatch(/3KqYz|4sLpD/i);
  });

  it.each([
    `/cdn/a/${SECRET}.jpg`,
    `/api/images/${SECRET}`,
    '/hub/spaces/a%2fb/features',
    '/cdn/%C3%A9t%C3%A9/50%25.jpg',
    '/a/',
  ])('has %s as it was asked for', (url) => {
    expect(pathOf(url)).toBe(url);
  });
});
