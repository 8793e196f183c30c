import { expect, it } from '@jest/globals';
import { HmacWebhookSigner } from './hmac-webhook-signer.js';

it('signs as `openssl dgst -sha256 -hmac` does, with the key in base64', () => {
  // The key and the message of RFC 4231, test case 2: `Jefe`.
  expect(new HmacWebhookSigner().sign('whsec_SmVmZQ==', 'what do ya want for nothing?')).toBe(
    Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex').toString('base64'),
  );
});
