import { describe, expect, it } from '@jest/globals';
import { idGeneratorContract, verify } from '@cairn/testkit';
import { SequenceIdGenerator } from './sequence-id-generator.js';

const open = async (): Promise<SequenceIdGenerator> => new SequenceIdGenerator();

describe('SequenceIdGenerator', () => {
  verify({
    contract: idGeneratorContract,
    subject: { open, reopen: open },
    it,
    waivers: {
      'two generators never return the same identifier': 'predictable in tests',
      'every character is equally likely': 'predictable in tests',
    },
  });

  it('counts in base62', () => {
    const ids = new SequenceIdGenerator();
    const made = Array.from({ length: 63 }, () => ids.next(4));
    expect([made[0], made[9], made[60], made[61], made[62]]).toEqual([
      '0001',
      '000A',
      '000z',
      '0010',
      '0011',
    ]);
  });
});
