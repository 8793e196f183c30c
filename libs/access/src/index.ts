export { parseName, positionOf, MAX_NAME_LENGTH, type Account } from './accounts/account.js';
export { administers, isUsable, type ApiKey, type Caller } from './keys/api-key.js';
export { grants, scopes, type Scope } from './scope.js';
export { anonymous, decide, type Principal, type Requirement } from './principal.js';
export { KeySecret } from './keys/key-secret.js';
export { SecretDigest } from './keys/secret-digest.js';
export { AccountRepository } from './accounts/account-repository.js';
export { ApiKeyRepository, type Revocation } from './keys/api-key-repository.js';
export {
  AccountNotFound,
  InvalidKey,
  InvalidToken,
  KeyExists,
  KeyNotFound,
  LastAdminKey,
  ScopeMissing,
} from './errors.js';
export { Authenticate } from './keys/authenticate.js';
export { CreateApiKey, type ApiKeyRequest, type CreatedApiKey } from './keys/create-api-key.js';
export { ListApiKeys, type KeysOf } from './keys/list-api-keys.js';
export { RevokeApiKey } from './keys/revoke-api-key.js';
export { CreateAccount } from './accounts/create-account.js';
export { ReadAccount } from './accounts/read-account.js';
export { ListAccounts } from './accounts/list-accounts.js';
export { Bootstrap } from './accounts/bootstrap.js';
export type { TokenHolder } from './tokens/token-holder.js';
export type { AccessError } from './access-error.js';
