import type { IdentityRecord, SignInMethods, StartedIdentity, StartIdentityBody } from '@cairn/api-schema';
import { path } from '../transport/address.js';
import { never } from '../transport/retry.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Signing in by an identity provider, in a page: go on at the `url` that is returned. */
export class Identities {
  constructor(private readonly transport: Transport) {}

  /** How people can sign in, besides by a password. */
  async methods(options?: CallOptions): Promise<SignInMethods> {
    return await this.transport.json({ path: '/api/sign-in', options });
  }

  /** Begins to sign in; with the token of an `invite`, as somebody new. */
  async signIn(start: StartIdentityBody = {}, options?: CallOptions): Promise<StartedIdentity> {
    return await this.start('/api/sign-in/identity', start, options);
  }

  /** Begins to link an identity to whoever is signed in. */
  async link(start: Pick<StartIdentityBody, 'from'> = {}, options?: CallOptions): Promise<StartedIdentity> {
    return await this.start('/api/identities', start, options);
  }

  /** Those of whoever is signed in, oldest first. */
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
