import type { AdmissionRule } from './admission-rules.js';

/** An OpenID provider, and the rules for who may sign in. */
export interface IdentityProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret: string | undefined;
  /** The label of the sign-in button. */
  readonly name: string;
  /** Space-separated, including `openid`. */
  readonly scopes: string;
  /** Who becomes a member without an invite. Empty: nobody. */
  readonly members: readonly AdmissionRule[];
  readonly owners: readonly AdmissionRule[];
}
