import { describe, expect, it } from '@jest/globals';
import { seal, unseal } from './sealed-answer.js';

const answer = {
  status: 201,
  headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] },
  body: Buffer.from('{"secret":"cairn_1\\n"}\n'),
};
const secrets = { idempotencyKey: 'k', credential: 'Bearer c' };

describe('a sealed answer', () => {
  it('is opened by the same secrets, and by no others', () => {
    const sealed = seal(answer, secrets, 'seed');
    expect(unseal(sealed, secrets, 'seed')).toEqual(answer);
    expect(unseal(sealed, { ...secrets, idempotencyKey: 'l' }, 'seed')).toBeUndefined();
    expect(unseal(sealed, { ...secrets, credential: '' }, 'seed')).toBeUndefined();
    expect(unseal(sealed, secrets, 'other')).toBeUndefined();
  });

  it('shows nothing of what is in it, and is another one each time', () => {
    const sealed = seal(answer, secrets, 'seed');
    expect(Buffer.from(sealed, 'base64').includes('cairn_1')).toBe(false);
    expect(seal(answer, secrets, 'seed')).not.toBe(sealed);
  });

  it('is not opened when a bit of it has changed', () => {
    const bytes = Buffer.from(seal(answer, secrets, 'seed'), 'base64');
    bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
    expect(unseal(bytes.toString('base64'), secrets, 'seed')).toBeUndefined();
  });
});
