import { describe, expect, it } from '@jest/globals';
import { chooseAccess } from './access.js';
import { postingsOf, type Posting } from './postings.js';

const [tag, word, types] = [
  ...postingsOf('alice', { kind: 'tags', tags: ['sea'], match: 'all' }),
  ...postingsOf('alice', { kind: 'words', words: ['lake'] }),
  ...postingsOf('alice', { kind: 'types', types: ['image/gif', 'image/png'] }),
] as const;

const chosen = (sort: 'newest' | 'name' | 'size', ...counts: (readonly [Posting | undefined, number])[]) => {
  const counted = counts.flatMap(([posting, count]) => (posting ? [{ posting, count }] : []));
  const access = chooseAccess(counted, { total: 100_000, limit: 100, sort });
  return 'posting' in access
    ? `${access.kind} ${counted.findIndex(({ posting }) => posting === access.posting)}`
    : access.kind;
};

describe('the access to images', () => {
  it('is none where a condition has no image', () => {
    expect(chosen('newest', [tag, 5], [word, 0])).toBe('none');
  });

  it('is the index of the sort for conditions that most images meet', () => {
    expect(chosen('size', [tag, 90_000])).toBe('walk');
    expect(chosen('newest', [word, 5_000], [types, 90_000])).toBe('walk');
  });

  it('is the entries of a tag, as they are ordered by time, or sorted where they are few', () => {
    expect(chosen('newest', [tag, 10_000])).toBe('ordered 0');
    expect(chosen('name', [tag, 2_000])).toBe('narrow 0');
  });

  it('is the entries of the rarest condition', () => {
    expect(chosen('newest', [tag, 50_000], [word, 12])).toBe('narrow 1');
    expect(chosen('size', [word, 4_999], [types, 40])).toBe('narrow 1');
  });
});
