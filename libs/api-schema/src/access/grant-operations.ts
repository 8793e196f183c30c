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

const managing = { api: 'accounts', access: 'key', scope: 'keys:manage' } as const;
const grantId = { id: { description: 'Identifier of the grant.', example: examples.grantRecord.id } };
const groupId = { id: { description: 'Identifier of the group.', example: examples.groupRecord.id } };

/** Sharing with users, groups and keys. */
export const grantOperations: readonly Operation[] = [
  {
    ...managing,
    id: 'giveGrant',
    method: 'post',
    path: '/api/grants',
    summary: 'Share something with a user, a group or a key',
    description:
      'They reach it with `Cairn-Account`, and a space at its address. Whoever had another role in it gets this one. It needs ' +
      'the role of a manager there; that of an owner is given by owners.',
    body: json(giveGrantBodySchema, examples.giveGrantBody),
    responses: { 201: { description: 'The grant.', body: json(grantRecordSchema, examples.grantRecord) } },
    errors: [404, 409, 413, 415],
  },
  {
    ...managing,
    id: 'listGrants',
    method: 'get',
    path: '/api/grants',
    summary: 'List what is shared',
    description: 'The latest first, page by page.',
    query: grantsQuerySchema,
    responses: { 200: { description: 'The grants.', body: json(grantPageSchema, examples.grantPage) } },
    errors: [404],
  },
  {
    api: 'accounts',
    access: 'key',
    id: 'listReceivedGrants',
    method: 'get',
    path: '/api/grants/received',
    summary: 'List what others share with you',
    description: 'With you and with the groups that you are in.',
    responses: {
      200: { description: 'The grants.', body: json(receivedGrantsSchema, examples.receivedGrants) },
    },
    errors: [],
  },
  {
    api: 'accounts',
    access: 'key',
    id: 'takeGrant',
    method: 'delete',
    path: '/api/grants/{id}',
    summary: 'End a grant',
    description:
      'At once, on every node. Its grantee gives it up, or a manager takes it, with the scope `keys:manage`. What they added ' +
      'stays.',
    parameters: grantId,
    responses: { 204: { description: 'It is shared no more.' } },
    errors: [403, 404, 409],
  },
  {
    ...managing,
    id: 'explainAccess',
    method: 'get',
    path: '/api/access',
    summary: 'Explain why somebody may see something, or not',
    description: 'For its managers. Links are listed at `/api/links`.',
    query: accessQuerySchema,
    responses: { 200: { description: 'The access.', body: json(accessRecordSchema, examples.accessRecord) } },
    errors: [404],
  },
  {
    ...managing,
    id: 'createGroup',
    method: 'post',
    path: '/api/groups',
    summary: 'Make a group of users',
    description:
      'To share something with all of them. An account has up to 1,000 groups of up to 1,000 users.',
    body: json(createGroupBodySchema, examples.createGroupBody),
    responses: { 201: { description: 'The group.', body: json(groupRecordSchema, examples.groupRecord) } },
    errors: [404, 409, 413, 415],
  },
  {
    ...managing,
    id: 'listGroups',
    method: 'get',
    path: '/api/groups',
    summary: 'List groups',
    description: 'Oldest first.',
    responses: { 200: { description: 'The groups.', body: json(groupListSchema, examples.groupList) } },
    errors: [],
  },
  {
    ...managing,
    id: 'patchGroup',
    method: 'patch',
    path: '/api/groups/{id}',
    summary: 'Change the name or the members of a group',
    description: 'Whoever leaves it loses at once what was granted to the group.',
    parameters: groupId,
    body: json(patchGroupBodySchema, examples.createGroupBody),
    responses: { 200: { description: 'The group.', body: json(groupRecordSchema, examples.groupRecord) } },
    errors: [404, 413, 415],
  },
  {
    ...managing,
    id: 'deleteGroup',
    method: 'delete',
    path: '/api/groups/{id}',
    summary: 'Delete a group',
    description: 'What was granted to it ends.',
    parameters: groupId,
    responses: { 204: { description: 'The group is gone.' } },
    errors: [404],
  },
];
