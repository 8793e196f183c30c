import type {
  AddPasskeyBody,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRecord,
  PasskeyRequest,
  SessionRecord,
} from '@cairn/api-schema';
import { path } from '../transport/address.js';
import { never } from '../transport/retry.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/**
 * Signing in with passkeys, in a page. Pass the result of a start to the browser (WebAuthn), and the browser's result
 * to `add` or `signIn`.
 */
export class Passkeys {
  constructor(private readonly transport: Transport) {}

  /** Starts adding a passkey for the signed-in user. */
  async start(options?: CallOptions): Promise<PasskeyCreation> {
    return await this.post('/api/passkeys/challenge', undefined, options);
  }

  async add(passkey: AddPasskeyBody, options?: CallOptions): Promise<PasskeyRecord> {
    return await this.post('/api/passkeys', passkey, options);
  }

  /** The passkeys of the signed-in user, oldest first. */
  async list(options?: CallOptions): Promise<readonly PasskeyRecord[]> {
    return await this.transport.json({ path: '/api/passkeys', options });
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/passkeys/${id}`, options });
  }

  async startSignIn(options?: CallOptions): Promise<PasskeyRequest> {
    return await this.post('/api/sign-in/passkey', undefined, options);
  }

  /** @throws {CairnError} of the kind `unauthorized` if it fails, whatever the reason. */
  async signIn(answer: PasskeyAssertion, options?: CallOptions): Promise<SessionRecord> {
    return await this.post('/api/session/passkey', answer, options);
  }

  private async post<T>(to: string, json: unknown, options?: CallOptions): Promise<T> {
    return await this.transport.json<T>({ method: 'POST', path: to, json, repeatable: never, options });
  }
}
