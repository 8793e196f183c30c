import { describe, expect, it } from '@jest/globals';
import { DomainError, StorageUnavailable } from './domain-error.js';
import { InvalidInput, parseAll } from './invalid-input.js';

const refuse = (code: string) => (): never => {
  throw InvalidInput.of(code, `It is ${code}.`);
};

describe('parseAll', () => {
  it('gives every result by name', () => {
    expect(parseAll({ one: () => 1, two: () => 'b', none: () => undefined })).toEqual({ one: 1, two: 'b' });
  });

  it('names the faults of all parsers, each where it is', () => {
    const inner = (): unknown => parseAll({ deep: refuse('wrong'), fine: () => 1 });
    const error = thrownBy(() => parseAll({ one: refuse('bad'), fine: () => 1, two: inner }));
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error).toMatchObject({
      code: 'invalid-input',
      message: 'It is bad. It is wrong.',
      faults: [
        { pointer: '/one', code: 'bad', detail: 'It is bad.' },
        { pointer: '/two/deep', code: 'wrong', detail: 'It is wrong.' },
      ],
    });
  });

  it('lets any other failure through at once', () => {
    const failure = new RangeError('a bug');
    const fail = (): never => {
      throw failure;
    };
    expect(thrownBy(() => parseAll({ one: refuse('bad'), two: fail }))).toBe(failure);
  });
});

describe('DomainError', () => {
  it('is named after its class and keeps its cause', () => {
    const cause = new Error('disk full');
    const error = new StorageUnavailable('Try again later.', { cause });
    expect(error).toBeInstanceOf(DomainError);
    expect([error.name, error.code, error.message, error.cause]).toEqual([
      'StorageUnavailable',
      'storage-unavailable',
      'Try again later.',
      cause,
    ]);
  });
});

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
