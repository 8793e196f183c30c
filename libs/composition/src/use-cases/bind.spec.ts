import { describe, expect, it } from '@jest/globals';
import { Container, ContainerModule } from 'inversify';
import { bindClass } from './bind.js';

abstract class Greeting {
  abstract word(): string;
}

class Greet {
  constructor(private readonly ports: { readonly greeting: Greeting; readonly times: Times }) {}

  execute(): string {
    return this.ports.greeting.word().repeat(this.ports.times.count);
  }
}

class Times {
  constructor(readonly count: number) {}
}

describe('bindClass', () => {
  const container = new Container();
  container.load(
    new ContainerModule((options) => {
      options.bind(Greeting).toConstantValue({ word: () => 'hi' });
      options.bind(Times).toConstantValue(new Times(2));
      bindClass(options, Greet, { times: Times, greeting: Greeting });
    }),
  );

  it('gives each port by its name, whatever the order', () => {
    expect(container.get(Greet).execute()).toBe('hihi');
  });

  it('makes one only', () => {
    expect(container.get(Greet)).toBe(container.get(Greet));
  });
});
