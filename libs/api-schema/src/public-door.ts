import type { Operation } from './operation.js';

/** Whom the public door lets reach an operation: anybody, the holders of links alone, or nobody. */
export type DoorVisitors = 'anybody' | 'holders' | 'nobody';

/**
 * Whom the public door lets reach an operation. There everybody is a stranger or the holder of a link, so most follows from
 * `access`. What is open to all may still be for the private network alone, such as signing in: it is served only if
 * `isPublic` says so.
 */
export function visitorsOf({
  access,
  scope,
  isPublic,
}: Pick<Operation, 'access' | 'scope' | 'isPublic'>): DoorVisitors {
  switch (access) {
    case 'key':
    case 'key-or-upload-token':
    case 'session':
      return 'nobody';
    case 'link':
    case 'public':
      return 'anybody';
    case 'open':
      return isPublic === true ? 'anybody' : 'nobody';
    case 'optional':
    case 'key-or-link':
      if (isPublic === true) return 'anybody';
      // Holders of links read, and change nothing.
      return scope === 'spaces:read' ? 'holders' : 'nobody';
  }
}
