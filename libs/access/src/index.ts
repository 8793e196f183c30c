export { publicNameOf, type Account } from './accounts/account.js';
export type { ApiKey } from './keys/api-key.js';
export type { Caller, KeyCaller } from './permissions/caller.js';
export { grants, missingScope, scopes, type Scope } from './permissions/scope.js';
export {
  anonymous,
  callerIn,
  decide,
  type Principal,
  type Requirement,
  type TokenHolder,
} from './principal.js';
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
export {
  GrantLimitReached,
  GroupLimitReached,
  KeyLimitReached,
  LinkLimitReached,
  UploadTokenLimitReached,
} from './limit-errors.js';
export {
  AuthenticateUploadToken,
  type SignedUploadToken,
  type UploadHolder,
} from './upload-tokens/authenticate-upload-token.js';
export {
  CreateUploadToken,
  type CreatedUploadToken,
  type UploadTokenRequest,
} from './upload-tokens/create-upload-token.js';
export { ManageUploadTokens } from './upload-tokens/manage-upload-tokens.js';
export { UseUploadToken } from './upload-tokens/use-upload-token.js';
export { isUploadSecret, type UploadToken } from './upload-tokens/upload-token.js';
export { InvalidUploadToken, UploadTokenNotFound, UploadTokenUsedUp } from './upload-token-errors.js';
export { CheckCredentials } from './check-credentials.js';
export { Authenticate } from './keys/authenticate.js';
export { CreateApiKey } from './keys/create-api-key.js';
export { NameFirstAccount } from './setup/name-first-account.js';
export {
  ChooseBaseMap,
  CreateAccount,
  FindBaseMap,
  ListAccounts,
  ReadAccount,
  RenameAccount,
} from './accounts/manage-accounts.js';
export {
  baseMapKind,
  DEFAULT_MAX_ZOOM,
  isAttribution,
  lacksOpenStreetMap,
  type BaseMap,
  type NewBaseMap,
} from './accounts/base-map.js';
export { Bootstrap } from './setup/bootstrap.js';
export { roles, scopesOf, type Role, nameKeyOf, type User } from './users/user.js';
export { ListUsers, ChangeRole, RemoveUser, RenameUser } from './users/manage-users.js';
export { ChangePassword } from './passwords/change-password.js';
export { SESSION_LIFETIME_MS, type Session, type SignedIn, type StartedSession } from './users/session.js';
export { StartSession } from './sessions/start-session.js';
export { ListSessions, EndSession, RenameSession } from './sessions/manage-sessions.js';
export { AuthenticateSession, type Visitor } from './sessions/authenticate-session.js';
export type { Invite } from './invites/invite.js';
export { NeedsSetup, CreateSetup } from './setup/create-setup.js';
export { FindInvite, AcceptInvite } from './invites/accept-invite.js';
export { CreateInvite } from './invites/create-invite.js';
export { ListInvites, WithdrawInvite } from './invites/manage-invites.js';
export { CreatePasswordReset, type CreatedPasswordReset } from './passwords/create-password-reset.js';
export { FindPasswordReset, ResetPassword } from './passwords/reset-password.js';
export {
  bearerOf,
  GRANTED_TYPES,
  GRANTEE_TYPES,
  grantsOn,
  isOfSpaces,
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
export {
  ExplainAccess,
  type AccessQuestion,
  type AccessReason,
  type Asked,
} from './grants/explain-access.js';
export { FindGrantees, type NamedGrantee } from './grants/find-grantees.js';
export { CairnUsers, UserDirectory, type KnownUser } from './users/user-directory.js';
export { NoteGrantUse } from './grants/note-grant-use.js';
export { GiveGrant, type GrantRequest, ManageGrants } from './grants/manage-grants.js';
export {
  AUDITED_TYPES,
  MOST_PICTURES,
  type AuditedGuest,
  type AuditedResource,
  type AuditedThing,
  type AuditedType,
  type AuditEntry,
  type AuditFilter,
  type JoinedEntries,
  type JoinedTo,
} from './audit/audit-trail.js';
export { ReadAudit } from './audit/read-audit.js';
export type { Group } from './groups/group-repository.js';
export { ManageGroups } from './groups/manage-groups.js';
export {
  DEFAULT_CONTRIBUTION_RULES,
  LINK_APPROVALS,
  LINK_ROLES,
  isLinkSecret,
  LINKED_TYPES,
  POSITION_DETAILS,
  parseContributionRules,
  shownPosition,
  type ContributionRules,
  type GivenRules,
  type Link,
  type LinkApproval,
  type LinkedResource,
  type LinkedType,
  type LinkRole,
  type PositionDetail,
} from './links/link.js';
export { CreateLink, type CreatedLink, type LinkRequest } from './links/create-link.js';
export { ManageLinks } from './links/manage-links.js';
export { UpdateLink, type LinkChange } from './links/update-link.js';
export { OpenLink, type LinkCredentials, type LinkPreview } from './links/open-link.js';
export type { Identity } from './users/identity.js';
export { SignInByIdentity, type Identified } from './identities/sign-in-by-identity.js';
export { LinkIdentity, ListIdentities, UnlinkIdentity } from './identities/manage-identities.js';
export type { Passkey } from './passkeys/passkey-repository.js';
export { AddPasskey, type NewPasskey, ListPasskeys, RemovePasskey } from './passkeys/manage-passkeys.js';
export { SignInByPasskey } from './passkeys/sign-in-by-passkey.js';
export { CHALLENGE_LIFETIME_MS, type Challenge } from './challenges/challenge-repository.js';
export { IssueChallenge, RedeemChallenge } from './challenges/challenges.js';
export type { AccessError } from './access-error.js';
export { RevokeApiKey, ListApiKeys, RenameApiKey, ReadApiKey } from './keys/manage-api-keys.js';
