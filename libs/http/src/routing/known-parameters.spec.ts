import { parse } from 'node:querystring';
import { operations, type Operation } from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import { refuseUnknownParameters } from './known-parameters.js';

const below = operations.filter(({ path }) => path.startsWith('/api/'));

/** Operations whose parameters are chosen by an identity provider. */
const OPEN = ['completeIdentitySignIn'];
/** Operations whose body is chosen by a browser. */
const OPEN_BODIES = ['signInByPasskey'];

function faultsOf(operation: Operation, query: string): readonly string[] {
  try {
    refuseUnknownParameters(operation, parse(query));
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.faults.map(({ pointer, code }) => `${pointer} ${code}`);
  }
}

describe('parameters', () => {
  it.each(below.map((operation) => [operation.id, operation] as const))(
    'that %s does not have are refused by name, all at once, and its own are not',
    (id, operation) => {
      const own = Object.keys(operation.query?.shape ?? {});
      expect(faultsOf(operation, own.map((name) => `${name}=x`).join('&'))).toEqual([]);
      const found = faultsOf(
        operation,
        ['nearby=8,47', ...own.map((name) => `${name}=x`), 'a%2Fb', ''].join('&'),
      );
      expect(found).toEqual(
        OPEN.includes(id) ? [] : ['/nearby unknown-parameter', '/a~1b unknown-parameter'],
      );
    },
  );

  it('of properties are known where an operation has those of all', () => {
    const features = operations.find(({ id }) => id === 'listLayerFeatures');
    const faults = features && faultsOf(features, 'p.beds=gt=5&p.size>=5&pbeds=1&q.beds=1');
    expect(faults).toEqual(['/pbeds unknown-parameter', '/q.beds unknown-parameter']);
  });

  it.each(['toString', '__proto__', 'constructor', 'PATH', 'path[]', 'path ', ''])(
    'called %j are none of any object',
    (name) => {
      const listing = below.find(({ id }) => id === 'listImages');
      if (listing === undefined) throw new Error('no listing');
      expect(faultsOf(listing, `${encodeURIComponent(name)}=x`)).toHaveLength(1);
    },
  );

  it('of bodies are refused by every operation', () => {
    const lenient = below.flatMap(({ id, body = {} }) =>
      Object.values(body).flatMap((content) => {
        if (content.kind !== 'json') return [];
        const result = content.schema.safeParse({ ...Object(content.example), near: [8, 47] });
        const isNamed = result.error?.issues.some(
          (issue) => issue.code === 'unrecognized_keys' && issue.keys.includes('near'),
        );
        return isNamed === true ? [] : [id];
      }),
    );
    expect(lenient).toEqual(OPEN_BODIES);
  });
});
