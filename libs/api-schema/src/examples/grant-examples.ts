/** Examples of sharing in the OpenAPI document. */
const createdAt = '2026-01-02T03:04:05.678Z';
const resource = { type: 'folder' as const, id: 'holiday/2026' };
const to = { type: 'user' as const, id: '5dT0hYq2mVb8xKc3rWf7Ps', name: 'Grace' };
const grantRecord = {
  id: '8wQ1zLr5nXe0vGa4tHj9Ks',
  resource,
  to,
  role: 'editor' as const,
  createdAt,
  lastUsedAt: null,
};
const groupRecord = {
  id: '2fB7kMs9pCu3yRd6wNg1Lx',
  name: 'Family',
  members: [{ id: to.id, name: to.name }],
  createdAt,
};

export const grantExamples = {
  grantRecord,
  giveGrantBody: { resource, to: { type: 'user' as const, name: to.name }, role: 'editor' as const },
  grantPage: { grants: [grantRecord] },
  receivedGrants: {
    grants: [
      {
        id: grantRecord.id,
        account: { id: '6kJ4dNy8qTw2eZb5uFh0Rm', name: 'Ada' },
        resource,
        title: resource.id,
        role: 'editor' as const,
        byGroup: false,
        createdAt,
      },
    ],
  },
  accessRecord: {
    role: 'editor' as const,
    because: [{ kind: 'grant' as const, role: 'editor' as const, grant: grantRecord }],
  },
  groupRecord,
  groupList: { groups: [groupRecord] },
  createGroupBody: { name: 'Family', memberIds: [] as string[] },
};
