import { InvalidInput } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'node:querystring';
import { hubQuery } from './hub-query.js';

describe('the query of a listing', () => {
  it.each([
    ['', {}],
    [
      'Owner=me&TAG=a&region=eu-west-1&limit=5&cursor=c',
      { owner: 'me', tag: 'a', region: 'eu-west-1', limit: '5', cursor: 'c' },
    ],
    ['owner=bob&owner=bob', { owner: 'bob' }],
    ['includerights=TRUE&includeRights=true', { includeRights: 'true' }],
    ['dryRun=true&dryRun=false', { dryRun: 'true,false' }],
    ['dryRun=', { dryRun: '' }],
    ['limit=&cursor=', {}],
    ['contentUpdatedAt>=5&contentUpdatedAt<9', { contentUpdatedAt: '>==5&<=9' }],
    ['clientId=cli&skipCache=true&access_token=t&idle=1&title2=x', {}],
  ])('%s is understood', (query, expected) => {
    const { contentUpdatedAt, ...read } = hubQuery(parse(query));
    const { contentUpdatedAt: conditions, ...others } = expected as Record<string, string>;
    expect([read, contentUpdatedAt === undefined]).toEqual([others, conditions === undefined]);
  });

  it.each([
    ['owner=', '/owner'],
    ['tag=', '/tag'],
    ['region', '/region'],
    ['Region=', '/region'],
    ['tag=a&tag=b', '/tag'],
    ['region=a&REGION=b', '/region'],
    ['owner=a&owner=', '/owner'],
  ])('%s is refused by name', (query, pointer) => {
    const refusal = (): unknown => {
      try {
        return hubQuery(parse(query));
      } catch (error) {
        if (error instanceof InvalidInput) return error.listed.map((fault) => fault.pointer);
        throw error;
      }
    };
    expect(refusal()).toEqual([pointer]);
  });
});
