export { administers, isUsable } from './keys/api-key.js';
export { parseName, positionOf } from './accounts/account.js';
export { AuditTrail } from './audit/audit-trail.js';
export { SecretDigest } from './keys/secret-digest.js';
export { AccountRepository } from './accounts/account-repository.js';
export { ApiKeyRepository, type Revocation } from './keys/api-key-repository.js';
export { PasswordHash } from './users/password-hash.js';
export {
  UserRepository,
  type Admission,
  type PasswordChange,
  type RoleChange,
} from './users/user-repository.js';
export { SESSION_IDLE_MS } from './users/session.js';
export { SessionRepository } from './sessions/session-repository.js';
export { RECENT_SIGN_IN_MS } from './sessions/recent-sign-in.js';
export { UploadTokenRepository, type UploadTokenScope } from './upload-tokens/upload-token-repository.js';
export { EXPIRED_UPLOAD_TOKEN_MS } from './upload-tokens/upload-token.js';
export { LinkRepository } from './links/link-repository.js';
export { LinkSecrets } from './links/link-secrets.js';
export type { LinkTerms } from './links/link-terms.js';
export { grantOfInvite, type InvitedGrant } from './invites/invite.js';
export { InviteRepository } from './invites/invite-repository.js';
export type { LinkedIdentity } from './users/identity.js';
export { IdentityRepository } from './identities/identity-repository.js';
export { PasskeyRepository } from './passkeys/passkey-repository.js';
export { ChallengeRepository } from './challenges/challenge-repository.js';
export { GrantRepository } from './grants/grant-repository.js';
export { assertManagesGrant } from './grants/manage-grants.js';
export { GroupRepository, type GroupChange } from './groups/group-repository.js';
