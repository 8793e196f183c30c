export type { Account } from './accounts/account.js';
export type { ApiKey } from './keys/api-key.js';
export type { Caller, KeyCaller } from './permissions/caller.js';
export { grants, missingScope, scopes, type Scope } from './permissions/scope.js';
export { anonymous, decide, type Principal, type Requirement } from './principal.js';
export { KeySecret } from './keys/key-secret.js';
export {
  AccountNotFound,
  IdentityNotFound,
  IdentityTaken,
  IdentityUnknown,
  InvalidChallenge,
  InvalidCredentials,
  AccountHasUser,
  InvalidInvite,
  InvalidPasswordReset,
  InvalidKey,
  InvalidPasskey,
  InvalidToken,
  InviteNotFound,
  KeyExists,
  KeyNotFound,
  LastAdminKey,
  LastOwner,
  LastSignIn,
  NoPassword,
  PasskeyCopied,
  PasskeyExists,
  PasskeyNotFound,
  ScopeMissing,
  SessionNotFound,
  SetupNeeded,
  UserExists,
  UserNotFound,
  WrongPassword,
} from './errors.js';
export {
  AccessForbidden,
  AccountNeedsOwner,
  ContributionRefused,
  GrantNotFound,
  GroupNotFound,
  LinkNotFound,
  LinkPasswordNeeded,
} from './sharing-errors.js';
export { GrantLimitReached, GroupLimitReached, KeyLimitReached, LinkLimitReached } from './limit-errors.js';
export { CheckCredentials } from './check-credentials.js';
export { Authenticate } from './keys/authenticate.js';
export { CreateApiKey } from './keys/create-api-key.js';
export { ListApiKeys } from './keys/list-api-keys.js';
export { RevokeApiKey } from './keys/revoke-api-key.js';
export { CreateAccount } from './accounts/create-account.js';
export { ReadAccount } from './accounts/read-account.js';
export { ListAccounts } from './accounts/list-accounts.js';
export { Bootstrap } from './setup/bootstrap.js';
export { roles, scopesOf, type Role } from './users/role.js';
export { nameKeyOf, type User } from './users/user.js';
export { ListUsers } from './users/list-users.js';
export { RemoveUser } from './users/remove-user.js';
export { ChangePassword } from './passwords/change-password.js';
export { ChangeRole } from './users/change-role.js';
export { SESSION_LIFETIME_MS, type Session, type SignedIn, type StartedSession } from './users/session.js';
export { StartSession } from './sessions/start-session.js';
export { ListSessions } from './sessions/list-sessions.js';
export { EndSession } from './sessions/end-session.js';
export { AuthenticateSession, type Visitor } from './sessions/authenticate-session.js';
export type { Invite } from './invites/invite.js';
export { NeedsSetup } from './setup/needs-setup.js';
export { CreateSetup } from './setup/create-setup.js';
export { FindInvite } from './invites/find-invite.js';
export { AcceptInvite } from './invites/accept-invite.js';
export { CreateInvite } from './invites/create-invite.js';
export { ListInvites } from './invites/list-invites.js';
export { CreatePasswordReset, type CreatedPasswordReset } from './passwords/create-password-reset.js';
export { FindPasswordReset } from './passwords/find-password-reset.js';
export { ResetPassword } from './passwords/reset-password.js';
export { WithdrawInvite } from './invites/withdraw-invite.js';
export {
  bearerOf,
  GRANTED_TYPES,
  GRANTEE_TYPES,
  grantsOn,
  roleOn,
  type Acting,
  type Bearer,
  type Grant,
  type GrantedResource,
  type GrantedType,
  type Grantee,
  type GranteeType,
  type GrantTarget,
} from './grants/grant.js';
export { GRANT_ROLES, isAtLeast, type GrantRole } from './permissions/grant-role.js';
export type { GrantActor } from './grants/grant-repository.js';
export { assertPassesOn } from './grants/may-give.js';
export { GiveGrant, type GrantRequest } from './grants/give-grant.js';
export {
  ExplainAccess,
  type AccessQuestion,
  type AccessReason,
  type Asked,
} from './grants/explain-access.js';
export { FindGrantees, type NamedGrantee } from './grants/find-grantees.js';
export { ManageGrants } from './grants/manage-grants.js';
export type { AuditEntry, AuditFilter } from './audit/audit-trail.js';
export { ReadAudit } from './audit/read-audit.js';
export type { Group } from './groups/group.js';
export { ManageGroups } from './groups/manage-groups.js';
export {
  LINK_ROLES,
  isLinkSecret,
  LINKED_TYPES,
  POSITION_DETAILS,
  shownPosition,
  type Link,
  type LinkedResource,
  type LinkedType,
  type LinkRole,
  type PositionDetail,
} from './links/link.js';
export { CreateLink, type CreatedLink, type LinkRequest } from './links/create-link.js';
export { ManageLinks } from './links/manage-links.js';
export { OpenLink, type LinkCredentials } from './links/open-link.js';
export type { Identity } from './users/identity.js';
export { SignInByIdentity, type Identified } from './identities/sign-in-by-identity.js';
export { LinkIdentity } from './identities/link-identity.js';
export { ListIdentities } from './identities/list-identities.js';
export { UnlinkIdentity } from './identities/unlink-identity.js';
export type { Passkey } from './passkeys/passkey.js';
export { AddPasskey, type NewPasskey } from './passkeys/add-passkey.js';
export { ListPasskeys } from './passkeys/list-passkeys.js';
export { RemovePasskey } from './passkeys/remove-passkey.js';
export { SignInByPasskey } from './passkeys/sign-in-by-passkey.js';
export { CHALLENGE_LIFETIME_MS, type Challenge } from './challenges/challenge.js';
export { IssueChallenge } from './challenges/issue-challenge.js';
export { RedeemChallenge } from './challenges/redeem-challenge.js';
export type { TokenHolder } from './permissions/token-holder.js';
export type { AccessError } from './access-error.js';
export { ReadApiKey } from './keys/read-api-key.js';
