import type { IdentityRecord, SignInMethods, StartedIdentity, StartIdentityBody } from '@cairn/api-schema';
import { path } from '../transport/address.js';
import { never } from '../transport/retry.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Signing in with an identity provider, in a page: redirect the browser to the `url` that is returned. */
export class Identities {
  constructor(private readonly transport: Transport) {}

  /** The ways to sign in besides a password. */
  async methods(options?: CallOptions): Promise<SignInMethods> {
    return await this.transport.json({ path: '/api/sign-in', options });
  }

  /** Starts a sign-in; with the token of an `invite`, as a new user. */
  async signIn(start: StartIdentityBody = {}, options?: CallOptions): Promise<StartedIdentity> {
    return await this.start('/api/sign-in/identity', start, options);
  }

  /** Starts linking an identity to the signed-in user. */
  async link(start: Pick<StartIdentityBody, 'from'> = {}, options?: CallOptions): Promise<StartedIdentity> {
    return await this.start('/api/identities', start, options);
  }

  /** The identities of the signed-in user, oldest first. */
  async list(options?: CallOptions): Promise<readonly IdentityRecord[]> {
    return await this.transport.json({ path: '/api/identities', options });
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/identities/${id}`, options });
  }

  private async start(to: string, json: StartIdentityBody, options?: CallOptions): Promise<StartedIdentity> {
    return await this.transport.json({ method: 'POST', path: to, json, repeatable: never, options });
  }
}
