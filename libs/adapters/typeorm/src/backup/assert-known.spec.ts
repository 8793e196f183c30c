import { describe, expect, it } from '@jest/globals';
import { FORMER, LATER } from '../schema/former-schema.js';
import { migrationNames } from '../schema/migrations.js';
import { assertKnown } from './restore-steps.js';

describe('The migrations of a copy', () => {
  it.each([
    ['this build', migrationNames],
    ['the build before', FORMER],
    ['a build in between', [...FORMER, ...LATER.keys()]],
  ])('are known if %s made it', (_, migrations) => {
    expect(() => assertKnown({ migrations })).not.toThrow();
  });

  it('are named if they are of a newer build', () => {
    expect(() => assertKnown({ migrations: [...migrationNames, 'Later2795305600001'] })).toThrow(
      expect.objectContaining({ name: 'NewerSchema', migrations: ['Later2795305600001'] }),
    );
    expect(() => assertKnown({ migrations: [...FORMER, 'Later2795305600001'] })).toThrow(
      expect.objectContaining({ name: 'NewerSchema', migrations: ['Later2795305600001'] }),
    );
  });

  it('that are missing are named if the copy is of an older build', () => {
    expect(() => assertKnown({ migrations: FORMER.slice(0, -1) })).toThrow(
      expect.objectContaining({ name: 'OlderSchema', missing: FORMER.slice(-1) }),
    );
  });
});
