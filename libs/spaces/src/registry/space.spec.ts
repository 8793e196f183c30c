import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '@cairn/kernel';
import { changeSpace, parseDescription, parseSpaceId, parseTitle, positionOf, type Space } from './space.js';

const space: Space = {
  id: 'trees',
  title: 'Trees',
  description: 'Every tree of the park',
  owner: 'alice',
  storageId: 'test',
  settings: {},
  createdAt: 1_000,
  updatedAt: 2_000,
  contentUpdatedAt: 3_000,
};

describe('parseSpaceId', () => {
  it.each(['a', 'A-b_c.d~9', '...', 'x'.repeat(255)])('accepts %j unchanged', (id) => {
    expect(parseSpaceId(id)).toBe(id);
  });

  it.each(['', '.', '..', 'a b', 'a/b', 'a%2Fb', 'ü', 'a\n', '\0', 'x'.repeat(256)])('rejects %j', (id) => {
    expect(pointersAndCodes(() => parseSpaceId(id))).toEqual([' invalid-id']);
  });
});

describe('parseTitle and parseDescription', () => {
  it.each(['', ' two lines\n\tand <b>a tag</b> ', '🗺'.repeat(1_000), 'cafe\u0301'])(
    'accept %j unchanged',
    (text) => {
      expect(parseTitle(text)).toBe(text);
      expect(parseDescription(text)).toBe(text);
    },
  );

  it('count characters, not code units', () => {
    expect(parseDescription('🗺'.repeat(10_000))).toHaveLength(20_000);
    expect(pointersAndCodes(() => parseTitle('x'.repeat(1_001)))).toEqual([' text-too-long']);
    expect(pointersAndCodes(() => parseDescription('x'.repeat(10_001)))).toEqual([' text-too-long']);
    expect(() => parseTitle('x'.repeat(1_001))).toThrow('The title is longer than 1000 characters.');
  });

  it.each(['\0', 'a\0b', '\ud83d', '\udfdd\ud83c'])('reject %j, which stores cannot store', (text) => {
    expect(pointersAndCodes(() => parseTitle(text))).toEqual([' invalid-character']);
    expect(pointersAndCodes(() => parseDescription(text))).toEqual([' invalid-character']);
  });
});

describe('changeSpace', () => {
  it('changes only the given members, also to an empty text', () => {
    expect(changeSpace(space, { description: '' }, 5_000)).toEqual({
      ...space,
      description: '',
      updatedAt: 5_000,
    });
    expect(changeSpace(space, { title: 'Shrubs', description: undefined }, 5_000)).toEqual({
      ...space,
      title: 'Shrubs',
      updatedAt: 5_000,
    });
  });

  it('never decreases updatedAt', () => {
    expect(changeSpace(space, {}, 1).updatedAt).toBe(2_000);
  });

  it('reports all faults and does not modify the space', () => {
    const before = { ...space };
    const change = (): Space => changeSpace(space, { title: '\0', description: 'x'.repeat(10_001) }, 5_000);
    expect(pointersAndCodes(change)).toEqual(['/title invalid-character', '/description text-too-long']);
    expect(space).toEqual(before);
  });
});

describe('positionOf', () => {
  it('is the creation time and the identifier', () => {
    expect(positionOf(space)).toEqual({ at: 1_000, id: 'trees' });
  });
});

function pointersAndCodes(parse: () => unknown): readonly string[] | undefined {
  try {
    parse();
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults.map(({ pointer, code }) => `${pointer} ${code}`);
  }
  return undefined;
}
