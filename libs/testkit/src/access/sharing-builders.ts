import {
  DEFAULT_CONTRIBUTION_RULES,
  type Grant,
  type Group,
  type Link,
  type UploadToken,
} from '@cairn/access';
import { identifier, next } from '../builders.js';

/** A grant of alice's account: bob looks at an album. Identifier and time are unique unless given. */
export function aGrant(given: Partial<Grant> = {}): Grant {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    accountId: 'alice',
    resource: { type: 'album', id: 'summer' },
    to: { type: 'user', id: 'bob' },
    role: 'viewer',
    createdAt,
    ...given,
  };
}

/** A group of alice's account without members. Identifier and time are unique unless given. */
export function aGroup(given: Partial<Group> = {}): Group {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    accountId: 'alice',
    name: 'Family',
    memberIds: [],
    createdAt,
    ...given,
  };
}

/** A link of alice's account to an album. Identifier, digest and time are unique unless given. */
export function aLink(given: Partial<Link> = {}): Link {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    accountId: 'alice',
    digest: number.toString(16).padStart(64, '0'),
    resource: { type: 'album', id: 'summer' },
    role: 'viewer',
    position: 'none',
    download: false,
    createdAt,
    uses: 0,
    ...DEFAULT_CONTRIBUTION_RULES,
    addedImages: 0,
    addedBytes: 0,
    waitingImages: 0,
    ...given,
  };
}

/** A token that alice made for a folder of her account. Identifier, digest and time are unique unless given. */
export function anUploadToken(given: Partial<UploadToken> = {}): UploadToken {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    accountId: 'alice',
    digest: number.toString(16).padStart(64, '0'),
    path: 'holiday',
    tags: [],
    maxFiles: 10,
    expiresAt: 1_999_999_999_999,
    filesUsed: 0,
    createdAt,
    ...given,
  };
}
