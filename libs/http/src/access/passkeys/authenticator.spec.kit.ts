import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { AddPasskeyBody, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '@cairn/api-schema';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const ID = Buffer.alloc(16, 7);

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** Overrides that make a response differ from a correct authenticator and browser. */
export interface Deviation {
  readonly origin?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Of a page in a frame. */
  readonly crossOrigin?: unknown;
  readonly topOrigin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly userId?: string;
  /** Whether the authenticator has verified its user. */
  readonly isVerified?: boolean;
  /** The signing key. */
  readonly privateKey?: KeyObject;
  readonly attestation?: { readonly fmt: string; readonly attStmt: ReadonlyMap<string, unknown> };
}

/** An authenticator with one ES256 credential, in a browser on a page of `origin`. */
export class Authenticator {
  readonly id = base64url(ID);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  constructor(private readonly origin: string) {}

  create({ rp, challenge }: PasskeyCreation, given: Deviation = {}): AddPasskeyBody['credential'] {
    const { fmt, attStmt } = given.attestation ?? { fmt: 'none', attStmt: new Map<string, unknown>() };
    const authData = this.data(rp.id, { counter: 1, ...given }, this.credential());
    const parts = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(this.said({ type: 'webauthn.create', challenge, ...given })),
        attestationObject: base64url(encode(parts)),
        transports: ['internal'],
      },
    };
  }

  sign({ rpId, challenge }: PasskeyRequest, given: Deviation = {}): PasskeyAssertion {
    const { counter = 2, userId = 'ada', privateKey = this.keys.privateKey } = given;
    const said = this.said({ type: 'webauthn.get', challenge, ...given });
    const authData = this.data(rpId, { ...given, counter });
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(said),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(said)]), privateKey)),
        userHandle: base64url(Buffer.from(userId)),
      },
    };
  }

  private said({ type, challenge, origin = this.origin, crossOrigin = false, topOrigin }: Deviation): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin }));
  }

  /** Authenticator data (WebAuthn §6.1). */
  private data(rpId: string, given: Deviation, credential: Uint8Array = new Uint8Array()): Buffer {
    const { rpId: other = rpId, isVerified = true, counter = 0 } = given;
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (credential.length > 0 ? HAS_CREDENTIAL : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(other), head, credential]);
  }

  /** Attested credential data (WebAuthn §6.5.2) without a model, with the public key as COSE. */
  private credential(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const key = new Map<number, unknown>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
    const length = Buffer.from([0, ID.length]);
    return Buffer.concat([Buffer.alloc(16), length, ID, encode(key)]);
  }
}

function encode(value: Parameters<typeof isoCBOR.encode>[0] | ReadonlyMap<unknown, unknown>): Uint8Array {
  return isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]);
}
