import { describe, expect, it } from '@jest/globals';
import { DomainError, StorageFull, StorageUnavailable } from './domain-error.js';
import { InvalidInput, parseAll, type Fault } from './invalid-input.js';

const failWith = (code: string) => (): never => {
  throw InvalidInput.of(code, `It is ${code}.`);
};

describe('parseAll', () => {
  it('returns every result by name', () => {
    expect(parseAll({ one: () => 1, two: () => 'b', none: () => undefined })).toEqual({ one: 1, two: 'b' });
  });

  it('collects the faults of all parsers, with pointers', () => {
    const inner = (): unknown => parseAll({ deep: failWith('wrong'), fine: () => 1 });
    const error = thrownBy(() => parseAll({ one: failWith('bad'), fine: () => 1, two: inner }));
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

  it('rethrows any other error immediately', () => {
    const failure = new RangeError('a bug');
    const fail = (): never => {
      throw failure;
    };
    expect(thrownBy(() => parseAll({ one: failWith('bad'), two: fail }))).toBe(failure);
  });
});

describe('InvalidInput', () => {
  it('lists 100 faults and the number of the others', () => {
    const { faults, message } = new InvalidInput(tooMany(250_000));
    expect(faults).toHaveLength(101);
    expect(faults[99]).toEqual({ pointer: '/99', code: 'bad', detail: 'Bad.' });
    expect(faults[100]).toEqual({ pointer: '', code: 'more-faults', detail: '… and 249900 more.' });
    expect(message).toBe('Bad. … and 249900 more.'); // without repeated sentences
  });

  it('lists 100 faults without an excess entry', () => {
    expect(new InvalidInput(tooMany(100)).faults).toHaveLength(100);
  });

  it('adds up the unlisted faults of nested parsers', () => {
    const failWithMany = (): never => {
      throw new InvalidInput(tooMany(250_000));
    };
    const inner = (): unknown => parseAll({ a: failWithMany, b: failWith('wrong') });
    const error = thrownBy(() => parseAll({ one: inner, two: failWithMany }));
    expect(error).toMatchObject({ unlisted: 500_001 - 100 });
    expect(error instanceof InvalidInput && error.faults.slice(99)).toEqual([
      { pointer: '/one/a/99', code: 'bad', detail: 'Bad.' },
      { pointer: '', code: 'more-faults', detail: '… and 499901 more.' },
    ]);
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

  it('StorageFull is a StorageUnavailable with its own code', () => {
    const error = new StorageFull('Delete something.');
    expect(error).toBeInstanceOf(StorageUnavailable);
    expect([error.name, error.code]).toEqual(['StorageFull', 'storage-full']);
  });
});

function* tooMany(count: number): Generator<Fault> {
  for (let index = 0; index < count; index += 1) yield { pointer: `/${index}`, code: 'bad', detail: 'Bad.' };
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
