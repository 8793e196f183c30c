import type {
  AccountRepository,
  ApiKeyRepository,
  AuditTrail,
  ChallengeRepository,
  GrantRepository,
  GroupRepository,
  IdentityRepository,
  InviteRepository,
  LinkRepository,
  PasskeyRepository,
  SessionRepository,
  UploadTokenRepository,
  UserRepository,
} from '@cairn/access/spi';
import { repository } from '../sql/repository.js';
import { TypeOrmAccountRepository } from './typeorm-account-repository.js';
import { TypeOrmApiKeyRepository } from './typeorm-api-key-repository.js';
import { SqlAuditTrail } from './sql-audit-trail.js';
import { TypeOrmUserRepository } from './typeorm-user-repository.js';
import { TypeOrmSessionRepository } from './typeorm-session-repository.js';
import { TypeOrmInviteRepository } from './typeorm-invite-repository.js';
import { TypeOrmLinkRepository } from './typeorm-link-repository.js';
import { TypeOrmUploadTokenRepository } from './typeorm-upload-token-repository.js';
import { TypeOrmGrantRepository } from './typeorm-grant-repository.js';
import { TypeOrmGroupRepository } from './typeorm-group-repository.js';
import { TypeOrmIdentityRepository } from './typeorm-identity-repository.js';
import { TypeOrmPasskeyRepository } from './typeorm-passkey-repository.js';
import { TypeOrmChallengeRepository } from './typeorm-challenge-repository.js';

export const accessRepositories = {
  accounts: repository<AccountRepository>(TypeOrmAccountRepository, {
    addFirst: 'write',
    add: 'write',
    get: 'read',
    rename: 'write',
    putBaseMap: 'write',
    list: 'read',
  }),
  keys: repository<ApiKeyRepository>(TypeOrmApiKeyRepository, {
    add: 'write',
    findByDigest: 'cached-access',
    get: 'read',
    list: 'read',
    listUsable: 'read',
    find: 'read',
    revoke: 'write',
    rename: 'write',
    touch: 'write',
  }),
  audit: repository<AuditTrail>(SqlAuditTrail, {
    append: 'write',
    list: 'read',
    joined: 'read',
    prune: 'write',
  }),
  users: repository<UserRepository>(TypeOrmUserRepository, {
    hasAny: 'read',
    admit: 'write',
    findByName: 'read',
    get: 'read',
    find: 'read',
    list: 'read',
    changePassword: 'write',
    resetPassword: 'write',
    markActivitySeen: 'write',
    changeRole: 'write',
    rename: 'write',
    remove: 'write',
  }),
  sessions: repository<SessionRepository>(TypeOrmSessionRepository, {
    add: 'write',
    find: 'cached-access',
    list: 'read',
    listLive: 'read',
    touch: 'write',
    remove: 'write',
    removeAll: 'write',
    rename: 'write',
  }),
  invites: repository<InviteRepository>(TypeOrmInviteRepository, {
    openSetup: 'write',
    add: 'write',
    find: 'read',
    list: 'read',
    remove: 'write',
  }),
  links: repository<LinkRepository>(TypeOrmLinkRepository, {
    add: 'write',
    findByDigest: 'cached-access',
    get: 'read',
    list: 'read',
    update: 'write',
    use: 'write',
    remove: 'write',
  }),
  uploadTokens: repository<UploadTokenRepository>(TypeOrmUploadTokenRepository, {
    add: 'write',
    findByDigest: 'read',
    list: 'read',
    claim: 'write',
    giveBack: 'write',
    remove: 'write',
  }),
  grants: repository<GrantRepository>(TypeOrmGrantRepository, {
    give: 'write',
    get: 'read',
    heldBy: 'cached-access',
    list: 'read',
    use: 'write',
    remove: 'write',
  }),
  groups: repository<GroupRepository>(TypeOrmGroupRepository, {
    add: 'write',
    list: 'read',
    change: 'write',
    remove: 'write',
  }),
  identities: repository<IdentityRepository>(TypeOrmIdentityRepository, {
    add: 'write',
    findUser: 'read',
    list: 'read',
    remove: 'write',
  }),
  passkeys: repository<PasskeyRepository>(TypeOrmPasskeyRepository, {
    add: 'write',
    find: 'read',
    list: 'read',
    use: 'write',
    remove: 'write',
  }),
  challenges: repository<ChallengeRepository>(TypeOrmChallengeRepository, {
    add: 'write',
    find: 'read',
    take: 'write',
  }),
};
