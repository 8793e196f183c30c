import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from '@jest/globals';
import { BodyMemory } from './body-memory.js';

const response = (): ServerResponse => Object.assign(new EventEmitter(), { closed: false }) as never;

it('bodies are held up to a total, until they have been answered', () => {
  const memory = new BodyMemory(100);
  const [first, second] = [response(), response()];
  const held = memory.hold(first);
  held.add(60);
  memory.hold(second).add(40);
  expect(() => held.add(1)).toThrow('Too many large bodies');
  first.emit('close');
  memory.hold(second).add(60);
  expect(() => memory.hold(second).add(1)).toThrow('Too many large bodies');
  second.emit('close');
  const third = memory.hold(response());
  third.add(100);
  third.release();
  memory.hold(response()).add(100);
});
