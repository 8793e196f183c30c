import { invalid, type ErrorExample } from '../error-example.js';
import type { ErrorStatus } from '../error-statuses.js';

const grant = { code: 'grant-not-found', detail: 'There is no grant with this id.' };
const group = { code: 'group-not-found', detail: 'There is no group with this id.' };
const user = { code: 'user-not-found', detail: 'There is no user with this id.' };
const album = { code: 'album-not-found', detail: 'There is no album with this id.' };
const forbidden = {
  code: 'access-forbidden',
  detail: 'This needs the role `manager` here, which you do not have.',
};
const page = invalid('limit', 'too-small', 'must be a whole number from 1 to 1000');

/** Error examples of the operations on grants and groups. */
export const grantErrorExamples: Readonly<
  Record<string, Readonly<Partial<Record<ErrorStatus, ErrorExample>>>>
> = {
  giveGrant: {
    400: invalid('role', 'unknown-choice', 'Only an account has owners.'),
    403: forbidden,
    404: user,
    409: {
      code: 'account-needs-owner',
      detail: 'The account would have no owner; make somebody else an owner of it first.',
    },
  },
  listGrants: { 400: page, 403: forbidden, 404: album },
  takeGrant: {
    403: forbidden,
    404: grant,
    409: {
      code: 'account-needs-owner',
      detail: 'The account would have no owner; make somebody else an owner of it first.',
    },
  },
  explainAccess: {
    400: invalid('to', 'invalid-format', 'must be `user:ID`, `key:ID` or `everyone`'),
    404: user,
  },
  createGroup: {
    400: invalid('name', 'invalid-length', 'The name must have 1 to 200 characters.'),
    404: user,
    409: { code: 'group-limit-reached', detail: 'An account has at most 50 groups; delete one first.' },
  },
  patchGroup: {
    400: invalid('name', 'invalid-length', 'The name must have 1 to 200 characters.'),
    404: group,
  },
  deleteGroup: { 404: group },
};
