import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { StorageFull } from '@cairn/kernel';
import { expect, it } from '@jest/globals';
import { HttpError } from '../messages/http-error.js';
import { createRequestContext } from '../messages/request-context.js';
import { ErrorResponder } from './error-responder.js';

const busy = { status: 503, code: 'too-many', detail: 'Too many at once.' };

it.each<[string, unknown, readonly string[]]>([
  ['a limit that is reached as a warning', new HttpError(busy), ['warn Too many at once.']],
  [
    'the fault of another server as an error',
    new HttpError(busy, { cause: new Error('no') }),
    ['error request failed'],
  ],
  ['a full disk as an error', new StorageFull('The disk is full.'), ['error The disk is full.']],
  ['a bug as an error', new TypeError('x is undefined'), ['error request failed']],
  ['no fault of the client', new HttpError({ ...busy, status: 404 }), []],
])('logs %s', (_, error, expected) => {
  const lines: string[] = [];
  const log = (level: string) => (facts: object, message: string) => {
    expect('err' in facts).toBe(message === 'request failed'); // with its stack trace
    lines.push(`${level} ${message}`);
  };
  const request = new IncomingMessage(new Socket());
  createRequestContext(request);
  const responder = new ErrorResponder({ info: log('info'), warn: log('warn'), error: log('error') });
  responder.failure(error, { request, format: 'problem' });
  expect(lines).toEqual(expected);
});
