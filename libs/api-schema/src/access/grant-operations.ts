import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import {
  accessQuerySchema,
  accessRecordSchema,
  createGroupBodySchema,
  giveGrantBodySchema,
  grantPageSchema,
  grantRecordSchema,
  grantsQuerySchema,
  groupListSchema,
  groupRecordSchema,
  patchGroupBodySchema,
  receivedGrantsSchema,
} from './grants.js';
import type { Operation } from '../operation.js';
import { invalid, usual, wrongLimit } from '../error-example.js';

const grant = { code: 'grant-not-found', detail: 'There is no grant with this id.' };
const group = { code: 'group-not-found', detail: 'There is no group with this id.' };
const user = { code: 'user-not-found', detail: 'There is no user with this id.' };
const album = { code: 'album-not-found', detail: 'There is no album with this id.' };
const forbidden = {
  code: 'access-forbidden',
  detail: 'This needs the role `manager` here, which you do not have.',
};

const managing = { api: 'accounts', access: 'key', scope: 'keys:manage' } as const;
const grantId = { id: { description: 'Identifier of the grant.', example: examples.grantRecord.id } };
const groupId = { id: { description: 'Identifier of the group.', example: examples.groupRecord.id } };

/** Sharing with users, groups and keys. */
export const grantOperations = [
  {
    ...managing,
    id: 'giveGrant',
    reach: { on: 'body', role: 'manager' },
    repeatable: true,
    method: 'post',
    path: '/api/grants',
    summary: 'Share something with a user, a group or a key',
    description:
      'They reach it with `Cairn-Account`, and a space at its address. Whoever had another role in it gets this one. It needs ' +
      'the role of a manager there; that of an owner is given by owners.',
    body: json(giveGrantBodySchema, examples.giveGrantBody),
    responses: { 201: { description: 'The grant.', body: json(grantRecordSchema, examples.grantRecord) } },
    errors: {
      400: invalid('role', 'unknown-choice', 'Only an account has owners.'),
      403: forbidden,
      404: user,
      409: {
        code: 'account-needs-owner',
        detail: 'The account would have no owner; make somebody else an owner of it first.',
      },
      413: usual,
      415: usual,
    },
  },
  {
    ...managing,
    id: 'listGrants',
    reach: { on: 'body', role: 'manager' },
    method: 'get',
    path: '/api/grants',
    summary: 'List what is shared',
    description: 'The latest first, page by page.',
    query: grantsQuerySchema,
    responses: { 200: { description: 'The grants.', body: json(grantPageSchema, examples.grantPage) } },
    errors: { 400: wrongLimit, 403: forbidden, 404: album },
  },
  {
    api: 'accounts',
    access: 'key',
    id: 'listReceivedGrants',
    reach: 'own',
    method: 'get',
    path: '/api/grants/received',
    summary: 'List what others share with you',
    description: 'With you and with the groups that you are in.',
    responses: {
      200: { description: 'The grants.', body: json(receivedGrantsSchema, examples.receivedGrants) },
    },
    errors: {},
  },
  {
    api: 'accounts',
    access: 'key',
    id: 'takeGrant',
    reach: 'own',
    method: 'delete',
    path: '/api/grants/{id}',
    summary: 'End a grant',
    description:
      'At once, on every node. Its grantee gives it up, or a manager takes it, with the scope `keys:manage`. What they added ' +
      'stays.',
    parameters: grantId,
    responses: { 204: { description: 'It is shared no more.' } },
    errors: {
      403: forbidden,
      404: grant,
      409: {
        code: 'account-needs-owner',
        detail: 'The account would have no owner; make somebody else an owner of it first.',
      },
    },
  },
  {
    ...managing,
    id: 'explainAccess',
    reach: { on: 'body', role: 'manager' },
    method: 'get',
    path: '/api/access',
    summary: 'Explain why somebody may see something, or not',
    description: 'For its managers. Links are listed at `/api/links`.',
    query: accessQuerySchema,
    responses: { 200: { description: 'The access.', body: json(accessRecordSchema, examples.accessRecord) } },
    errors: { 400: invalid('to', 'invalid-format', 'must be `user:ID`, `key:ID` or `everyone`'), 404: user },
  },
  {
    ...managing,
    id: 'createGroup',
    reach: { on: 'account', role: 'manager' },
    method: 'post',
    path: '/api/groups',
    summary: 'Make a group of users',
    description:
      'To share something with all of them. An account has up to 50 groups of up to 200 users. Each name that nobody has is a ' +
      'fault with its place, such as `/memberNames/1`.',
    body: json(createGroupBodySchema, examples.createGroupBody),
    responses: { 201: { description: 'The group.', body: json(groupRecordSchema, examples.groupRecord) } },
    errors: {
      400: invalid('name', 'invalid-length', 'The name must have 1 to 200 characters.'),
      404: user,
      409: { code: 'group-limit-reached', detail: 'An account has at most 50 groups; delete one first.' },
      413: usual,
      415: usual,
    },
  },
  {
    ...managing,
    id: 'listGroups',
    reach: { on: 'account', role: 'manager' },
    method: 'get',
    path: '/api/groups',
    summary: 'List groups',
    description: 'Oldest first.',
    responses: { 200: { description: 'The groups.', body: json(groupListSchema, examples.groupList) } },
    errors: {},
  },
  {
    ...managing,
    id: 'patchGroup',
    reach: { on: 'account', role: 'manager' },
    method: 'patch',
    path: '/api/groups/{id}',
    summary: 'Change the name or the members of a group',
    description: 'Whoever leaves it loses at once what was granted to the group.',
    parameters: groupId,
    body: json(patchGroupBodySchema, examples.createGroupBody),
    responses: { 200: { description: 'The group.', body: json(groupRecordSchema, examples.groupRecord) } },
    errors: {
      400: invalid('name', 'invalid-length', 'The name must have 1 to 200 characters.'),
      404: group,
      413: usual,
      415: usual,
    },
  },
  {
    ...managing,
    id: 'deleteGroup',
    reach: { on: 'account', role: 'manager' },
    method: 'delete',
    path: '/api/groups/{id}',
    summary: 'Delete a group',
    description: 'What was granted to it ends.',
    parameters: groupId,
    responses: { 204: { description: 'The group is gone.' } },
    errors: { 404: group },
  },
] as const satisfies readonly Operation[];
