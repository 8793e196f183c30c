import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import { requestContextOf } from '../messages/request-context.js';
import { BodyMemory } from './body-memory.js';

/** The response to a request of this account. */
function response(account: string): ServerResponse {
  const req = { headers: {} } as IncomingMessage;
  requestContextOf(req).holder = account;
  return Object.assign(new EventEmitter(), { closed: false, req }) as never;
}

it('bodies are held up to a total, until they have been answered', () => {
  const memory = new BodyMemory(100);
  const [first, second] = [response('a'), response('b')];
  const held = memory.hold(first);
  held.add(60);
  memory.hold(second).add(40);
  expect(() => held.add(1)).toThrow('Too many large bodies');
  first.emit('close');
  expect(() => memory.hold(response('c')).add(61)).toThrow('Too many large bodies');
  second.emit('close');
  const third = memory.hold(response('d'));
  third.add(100);
  third.release();
  memory.hold(response('e')).add(100);
});

it('an account leaves room for the bodies of others', () => {
  const memory = new BodyMemory(100);
  memory.hold(response('many')).add(30);
  memory.hold(response('many')).add(20);
  expect(() => memory.hold(response('many')).add(1)).toThrow('Too many large bodies');
  memory.hold(response('one')).add(20);
  memory.hold(response('other')).add(20);
});
