import { pageQuerySchema } from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { parse } from './faults.js';

const schema = z.strictObject({
  title: z.string(),
  count: z.int().min(0).optional(),
  share: z.number().gt(0).lt(1).multipleOf(0.25).optional(),
  flag: z.boolean().optional(),
  name: z.string().min(1).max(3).optional(),
  word: z.string().min(2).optional(),
  code: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  at: z.iso.datetime().optional(),
  home: z.url().optional(),
  scopes: z
    .array(z.enum(['read', 'write']))
    .min(1)
    .optional(),
  kind: z.literal('a').optional(),
  nothing: z.null().optional(),
  either: z.union([z.string(), z.number()]).optional(),
  table: z.record(z.string().max(1), z.object({ inner: z.string() })).optional(),
  own: z
    .string()
    .refine(() => false)
    .optional(),
});

function faultsOf(value: unknown, by: z.ZodType = schema) {
  try {
    parse(value, by);
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults.map(({ pointer, detail }) => [pointer, detail]);
    throw error;
  }
  return [];
}

describe('parse', () => {
  it.each([
    [{}, '/title', '`title` is missing.'],
    [{ title: 1 }, '/title', '`title` must be a string.'],
    [{ title: null }, '/title', '`title` must be a string.'],
    [[], '', 'The body must be an object.'],
    [{ title: '', nope: 1 }, '/nope', '`nope` is not a known field.'],
    [{ title: '', count: '1' }, '/count', '`count` must be a number.'],
    [{ title: '', count: 1.5 }, '/count', '`count` must be a whole number.'],
    [{ title: '', count: -1 }, '/count', '`count` must be at least 0.'],
    [{ title: '', share: 0 }, '/share', '`share` must be more than 0.'],
    [{ title: '', share: 1 }, '/share', '`share` must be less than 1.'],
    [{ title: '', share: 0.3 }, '/share', '`share` must be a multiple of 0.25.'],
    [{ title: '', flag: 'yes' }, '/flag', '`flag` must be `true` or `false`.'],
    [{ title: '', name: '' }, '/name', '`name` must not be empty.'],
    [{ title: '', name: 'abcd' }, '/name', '`name` must have at most 3 characters.'],
    [{ title: '', word: 'a' }, '/word', '`word` must have at least 2 characters.'],
    [{ title: '', code: 'A' }, '/code', '`code` must be written as /^[a-z]+$/.'],
    [{ title: '', at: 'noon' }, '/at', '`at` must be a time in UTC such as `2030-12-31T23:59:59Z`.'],
    [{ title: '', home: 'x' }, '/home', '`home` must be an address such as `https://example.com/`.'],
    [{ title: '', scopes: [] }, '/scopes', '`scopes` must not be empty.'],
    [{ title: '', scopes: ['read', 'x'] }, '/scopes/1', '`scopes[1]` must be `read` or `write`.'],
    [{ title: '', kind: 'b' }, '/kind', '`kind` must be `a`.'],
    [{ title: '', nothing: 1 }, '/nothing', '`nothing` must be `null`.'],
    [{ title: '', either: true }, '/either', '`either` has none of the accepted forms.'],
    [{ title: '', table: { ab: { inner: '' } } }, '/table/ab', '`table.ab` has a name that is not allowed.'],
    [{ title: '', table: { a: {} } }, '/table/a/inner', '`table.a.inner` is missing.'],
    [{ title: '', own: '' }, '/own', '`own` is not valid.'],
  ])('reports for %j at "%s": %s', (value, pointer, detail) => {
    expect(faultsOf(value)).toEqual([[pointer, detail]]);
  });

  it('reports every fault', () => {
    expect(faultsOf({ title: 1, count: 'x', a: 1, b: 2 })).toHaveLength(4);
  });

  it.each(['0', '1001', 'many', '1.5', '-1', ''])('describes the allowed range for limit=%j', (limit) => {
    expect(faultsOf({ limit }, pageQuerySchema)).toEqual([
      ['/limit', '`limit` must be a whole number from 1 to 1000.'],
    ]);
  });
});
