import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AddPasskeyBody, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '@cairn/api-schema';

/** Its user is present, and was verified. */
const FLAGS = 0x01 | 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/**
 * An authenticator with one passkey, ES256, in a browser that shows a page of `origin`. The one of the server’s own tests
 * errs on demand, and cannot be imported here.
 */
export class Authenticator {
  private readonly id = randomBytes(16);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private userHandle = '';

  constructor(private readonly origin: string) {}

  create({ rp, user, challenge }: PasskeyCreation): AddPasskeyBody['credential'] {
    this.userHandle = user.id;
    const attestation = cborMap([
      ['fmt', cborText('none')],
      ['attStmt', cborMap([])],
      ['authData', cborBytes(this.data(rp.id, { flags: FLAGS | HAS_CREDENTIAL, counter: 1 }))],
    ]);
    return {
      ...this.named,
      response: {
        clientDataJSON: base64url(this.said('webauthn.create', challenge)),
        attestationObject: base64url(attestation),
      },
    };
  }

  sign({ rpId, challenge }: PasskeyRequest): PasskeyAssertion {
    const said = this.said('webauthn.get', challenge);
    const data = this.data(rpId, { flags: FLAGS, counter: 2 });
    return {
      ...this.named,
      response: {
        clientDataJSON: base64url(said),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(said)]), this.keys.privateKey)),
        userHandle: this.userHandle,
      },
    };
  }

  private get named() {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key' as const };
  }

  private said(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  /** Authenticator data (WebAuthn §6.1), with the public key where the flags say so. */
  private data(rpId: string, { flags, counter }: { flags: number; counter: number }): Buffer {
    const head = Buffer.from([flags, 0, 0, 0, counter]);
    return Buffer.concat([sha256(rpId), head, ...(flags & HAS_CREDENTIAL ? this.credential() : [])]);
  }

  /** Attested credential data (WebAuthn §6.5.2) of no model. */
  private credential(): readonly Uint8Array[] {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    // The members of COSE keys have numbers as names (RFC 9053 §7.1).
    const key = cborMap([
      [1, cborInteger(2)], // type
      [3, cborInteger(-7)], // algorithm
      [-1, cborInteger(1)], // curve
      [-2, cborBytes(Buffer.from(x, 'base64url'))],
      [-3, cborBytes(Buffer.from(y, 'base64url'))],
    ]);
    return [Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key];
  }
}

// The few forms of CBOR (RFC 8949) that these texts need.
const cborHead = (major: number, value: number): Buffer =>
  Buffer.from(value < 24 ? [(major << 5) | value] : [(major << 5) | 24, value]);
const cborInteger = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Uint8Array): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborMap = (entries: readonly (readonly [number | string, Uint8Array])[]): Buffer =>
  Buffer.concat([
    cborHead(5, entries.length),
    ...entries.flatMap(([name, value]) => [
      typeof name === 'string' ? cborText(name) : cborInteger(name),
      value,
    ]),
  ]);
