import { describe, expect, it } from '@jest/globals';
import type { PortsOf } from '@cairn/kernel';
import { Container } from 'inversify';
import { resolve } from './wiring.js';

abstract class Greeting {
  abstract word(): string;
}

class Times {
  constructor(readonly count: number) {}
}

class Greet {
  static readonly ports = { times: Times, greeting: Greeting };

  constructor(private readonly ports: PortsOf<typeof Greet.ports>) {}

  execute(): string {
    return this.ports.greeting.word().repeat(this.ports.times.count);
  }
}

describe('resolve', () => {
  const container = new Container();
  container.bind(Greeting).toConstantValue({ word: () => 'hi' });
  container.bind(Times).toConstantValue(new Times(2));

  it('gives a use case that nobody has bound each of the ports it names', () => {
    expect(resolve(container, Greet).execute()).toBe('hihi');
  });

  it('makes one only', () => {
    expect(resolve(container, Greet)).toBe(resolve(container, Greet));
  });

  it('gives a port that has been bound, and refuses one that has not', () => {
    abstract class Unbound {
      abstract word(): string;
    }
    expect(resolve(container, Greeting).word()).toBe('hi');
    expect(() => resolve(container, Unbound)).toThrow('Unbound');
  });
});
