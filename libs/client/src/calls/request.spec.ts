import { operations, takesIdempotencyKey } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import { callOf } from './request.js';

const params = { address: 'holiday/2026/a b.jpg' };
const all = operations.map((operation) => {
  const names = Object.keys(operation.parameters ?? {});
  const given = { ...Object.fromEntries(names.map((name) => [name, 'x'])), ...params };
  return {
    operation,
    call: callOf(`${operation.method.toUpperCase()} ${operation.path}`, { params: given }),
  };
});

describe('the request of an operation', () => {
  it('has an idempotency key exactly where the server takes one', () => {
    const isKeyed = ({ call }: (typeof all)[number]) => call.headers?.['Idempotency-Key'] !== undefined;
    expect(all.filter(isKeyed).map(({ operation: { id } }) => id)).toEqual(
      all.filter(({ operation }) => takesIdempotencyKey(operation)).map(({ operation: { id } }) => id),
    );
  });

  it('has all values in its path', () => {
    expect(all.filter(({ call }) => /[{}]/.test(call.path))).toEqual([]);
    expect(callOf('GET /cdn/{address}', { params }).path).toBe('/cdn/holiday/2026/a%20b.jpg');
    expect(callOf('GET /api/images/{id}', { params: { id: 'a/b' } }).path).toBe('/api/images/a%2Fb');
  });

  it('has filters of features as addresses spell them, and tags of images as they are', () => {
    const query = { tags: ['a', 'b'], tagMatch: 'all' };
    expect(callOf('GET /hub/spaces/{spaceId}/search', { params: { spaceId: 's' }, query }).query).toBe(
      'tags=a+b',
    );
    const layer = 'GET /api/maps/{id}/layers/{layerId}/features';
    const where = { 'p.kind': ['a', 2], 'p.height': { gte: 5 } };
    expect(callOf(layer, { params: { id: 'm', layerId: 'l' }, query: { where } }).query).toBe(
      "p.kind='a',2&p.height=gte=5",
    );
    expect(callOf('GET /api/images', { query }).query).toBe('tags=a,b&tagMatch=all');
  });
});
