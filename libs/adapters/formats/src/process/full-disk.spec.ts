import { describe, expect, it } from '@jest/globals';
import { diskError } from './full-disk.js';

const coded = (code: string): Error => Object.assign(new Error(code), { code });

describe('an error of a disk', () => {
  it.each(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])('that is full is that of the house: %s', (code) => {
    const error = coded(code);
    expect(diskError(error)).toMatchObject({ code: 'storage-full', cause: error });
  });

  it('of another kind stays as it is', () => {
    const error = coded('EACCES');
    expect(diskError(error)).toBe(error);
    expect(diskError('x')).toBe('x');
  });
});
