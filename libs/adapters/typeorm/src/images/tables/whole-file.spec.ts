import { describe, expect, it } from '@jest/globals';
import { wholeIn } from './whole-file.js';

const row = { storedBytes: 20, storedSha256: 'ab', edits: '[{"start":1,"end":9,"bytes":""}]' };

describe('the columns of a file that is stored whole', () => {
  it('are null for a file of which all is served', () => {
    expect(wholeIn({ storedBytes: null, storedSha256: null, edits: null })).toEqual({});
  });

  it.each(['storedBytes', 'storedSha256', 'edits'] as const)(
    'never make it such a one because %s is lost',
    (lost) => {
      expect(wholeIn({ ...row, [lost]: null })).toHaveProperty('whole');
      expect(wholeIn({ ...row, edits: null }).whole?.edits).toEqual([]); // with which nothing is read
    },
  );
});
