import { isIP } from 'node:net';
import { InvalidPasskey, type NewPasskey, type Passkey, type User } from '@cairn/access';
import type {
  AddPasskeyBody,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
  SignInMethods,
} from '@cairn/api-schema';
import type { HttpLog } from '../../logging/http-log.js';
import { HttpError } from '../../messages/http-error.js';
import { isLoopback } from '../../messages/loopback.js';

const NAME = 'Cairn';
const TIMEOUT_MS = 5 * 60 * 1_000;
const MAX_ID_LENGTH = 1_364; // 1,023 bytes (WebAuthn §5.8.3) in base64url
const MAX_KEY_LENGTH = 4_096; // the largest keys that are offered have 1.4 KB
const TRANSPORT = /^[a-z-]{1,20}$/;
const MAX_TRANSPORTS = 10;

/** `packed` is sent by authenticators with self attestation. Certificate chains are not requested. */
const attestations = ['none', 'packed'];

/** This service as a WebAuthn relying party. Its ID is the host of the public address. */
export class RelyingParty {
  /** Whether passkeys work at the public address, or the reason why not. */
  readonly state: SignInMethods['passkeys'];
  private readonly id: string;
  private readonly origin: string;

  constructor(
    private readonly options: { readonly addresses: { readonly baseUrl: string }; readonly log: HttpLog },
  ) {
    const { hostname, origin, protocol } = new URL(options.addresses.baseUrl);
    this.id = hostname;
    this.origin = origin;
    const isIp = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
    const isTrusted = protocol === 'https:' || isLoopback(hostname);
    this.state = isIp ? 'ip-address' : isTrusted ? 'available' : 'not-https';
  }

  /** @throws {HttpError} 404 with the reason if there are no passkeys at this address. */
  assertAvailable(): void {
    if (this.state === 'available') return;
    const need = this.state === 'ip-address' ? 'a host name, not an IP address' : 'https';
    throw new HttpError({
      status: 404,
      code: 'no-passkeys',
      detail: `Passkeys need an address with ${need}: see CAIRN_BASE_URL.`,
    });
  }

  /** The creation options for a browser. Excludes the `known` passkeys. */
  async creation(secret: string, user: User, known: readonly Passkey[]): Promise<PasskeyCreation> {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const {
      challenge,
      user: shown,
      pubKeyCredParams,
    } = await generateRegistrationOptions({
      rpName: NAME,
      rpID: this.id,
      userName: user.name,
      userDisplayName: user.name,
      userID: new TextEncoder().encode(user.id),
      challenge: secret,
    });
    return {
      rp: { id: this.id, name: NAME },
      user: shown,
      challenge,
      pubKeyCredParams,
      timeout: TIMEOUT_MS,
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        type: 'public-key',
        transports: [...transports],
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    };
  }

  /** The request options that a browser signs. */
  async request(secret: string): Promise<PasskeyRequest> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const { challenge } = await generateAuthenticationOptions({ rpID: this.id, challenge: secret });
    return { rpId: this.id, challenge, timeout: TIMEOUT_MS, userVerification: 'required' };
  }

  /** The challenge that the client data claims to answer; empty if there is none. */
  async secretIn({ clientDataJSON }: { readonly clientDataJSON: string }): Promise<string> {
    const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
    try {
      const { challenge } = decodeClientDataJSON(clientDataJSON);
      return Buffer.from(challenge, 'base64url').toString();
    } catch {
      return '';
    }
  }

  /** The credential that a browser has made. @throws {HttpError} 400 if it is not what was asked for. */
  async created(
    { id, rawId, type, response }: AddPasskeyBody['credential'],
    secret: string,
  ): Promise<Pick<NewPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
    try {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
      const { clientDataJSON, attestationObject, transports = [] } = response;
      await assertOwnPage(clientDataJSON);
      await assertPlain(attestationObject);
      const { registrationInfo } = await verifyRegistrationResponse({
        response: {
          id,
          rawId,
          type,
          clientExtensionResults: {},
          response: { clientDataJSON, attestationObject },
        },
        ...this.expected(secret),
      });
      if (registrationInfo === undefined) throw new Error('the attestation is not valid');
      const { id: credentialId, publicKey: bytes, counter } = registrationInfo.credential;
      const publicKey = Buffer.from(bytes).toString('base64url');
      if (credentialId.length > MAX_ID_LENGTH || publicKey.length > MAX_KEY_LENGTH)
        throw new Error('the credential is too large');
      const known = transports.filter((name) => TRANSPORT.test(name)).slice(0, MAX_TRANSPORTS);
      return { credentialId, publicKey, counter, transports: known };
    } catch (error) {
      this.options.log.info({ reason: reasonOf(error) }, 'a passkey was not added');
      throw new HttpError(
        {
          status: 400,
          code: 'unusable-passkey',
          detail: 'What the browser sent is no passkey for this service.',
        },
        { cause: error },
      );
    }
  }

  /** The counter of a valid assertion. The passkey must be this user's. @throws {InvalidPasskey} */
  async counterOf(assertion: PasskeyAssertion, passkey: Passkey, secret: string): Promise<number> {
    try {
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const { id, rawId, type, response } = assertion;
      const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
      if (Buffer.from(userHandle, 'base64url').toString() !== passkey.userId)
        throw new Error('the passkey was made for another user');
      await assertOwnPage(clientDataJSON);
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          id,
          rawId,
          type,
          clientExtensionResults: {},
          response: { clientDataJSON, authenticatorData, signature },
        },
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
        ...this.expected(secret),
      });
      if (!verified) throw new Error('the signature is wrong');
      return authenticationInfo.newCounter;
    } catch (error) {
      throw new InvalidPasskey({ cause: error });
    }
  }

  /** Logs why a sign-in failed, because the response does not tell. */
  report({ cause }: InvalidPasskey): void {
    this.options.log.warn({ reason: reasonOf(cause) }, 'a sign-in by a passkey failed');
  }

  private expected(secret: string): {
    readonly expectedChallenge: string;
    readonly expectedOrigin: string;
    readonly expectedRPID: string;
    readonly requireUserVerification: true;
  } {
    return {
      expectedChallenge: Buffer.from(secret).toString('base64url'),
      expectedOrigin: this.origin,
      expectedRPID: this.id,
      requireUserVerification: true,
    };
  }
}

/**
 * WebAuthn Level 3, §7.1 and §7.2: refuses responses made in a frame within a page of another origin, because this
 * service is never used in such a frame.
 * @throws
 */
async function assertOwnPage(clientDataJSON: string): Promise<void> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  const data: object = decodeClientDataJSON(clientDataJSON);
  const isFramed = 'crossOrigin' in data && data.crossOrigin !== false;
  if (isFramed || 'topOrigin' in data) throw new Error('it was made in a frame of another origin');
}

/** @throws if there are certificates: checking them would require fetching revocation lists. */
async function assertPlain(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  if (!attestations.includes(attestation.get('fmt')) || attestation.get('attStmt').get('x5c') !== undefined)
    throw new Error('the attestation has certificates that were not asked for');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 500) : 'unknown';
}
