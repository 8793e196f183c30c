import { assertPassesOn, FindGrantees, ManageGroups, type Group } from '@cairn/access';
import {
  createGroupBodySchema,
  patchGroupBodySchema,
  type GroupList,
  type GroupRecord,
} from '@cairn/api-schema';
import { readJson } from '../../bodies/json-body.js';
import { groupRecord } from '../../sharing/grant-view.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

/** Groups of users, with whom an account shares things. */
export function groupHandlers({ application, shared }: HttpServices): OperationHandlers {
  const manageGroups = application.get(ManageGroups);
  const grantees = application.get(FindGrantees);
  async function shown(group: Group): Promise<GroupRecord> {
    return groupRecord(group, await names([group]));
  }

  async function names(groups: readonly Group[]): Promise<ReadonlyMap<string, string>> {
    const members = groups.flatMap(({ memberIds }) => memberIds.map((id) => ({ type: 'user', id }) as const));
    return await grantees.names('', members);
  }
  return {
    createGroup: async ({ request, response }): Promise<GroupRecord> => {
      const { accountId } = callerOf(request);
      const { name, memberIds = [], memberNames } = await readJson(request, response, createGroupBodySchema);
      const members = await grantees.users(memberIds, memberNames);
      return await shown(await manageGroups.create(accountId, { name, memberIds: members }));
    },

    listGroups: async ({ request }): Promise<GroupList> => {
      const { accountId } = callerOf(request);
      const groups = await manageGroups.list(accountId);
      const members = await names(groups);
      return { groups: groups.map((group) => groupRecord(group, members)) };
    },

    patchGroup: async ({ request, response, params: { id = '' } }): Promise<GroupRecord> => {
      const caller = callerOf(request);
      const { accountId } = caller;
      const { name, memberIds, memberNames } = await readJson(request, response, patchGroupBodySchema);
      const isAboutMembers = memberIds !== undefined || memberNames !== undefined;
      // New members get everything that was granted to the group.
      if (isAboutMembers) assertPassesOn(caller, { resource: { type: 'account' }, role: 'editor' });
      const members = isAboutMembers ? await grantees.users(memberIds ?? [], memberNames) : undefined;
      const group = await manageGroups.change(accountId, id, {
        ...(name !== undefined && { name }),
        ...(members !== undefined && { memberIds: members }),
      });
      shared.renew();
      return await shown(group);
    },

    deleteGroup: async ({ request, params: { id = '' } }) => {
      const { accountId } = callerOf(request);
      await manageGroups.remove(accountId, id);
      return NO_CONTENT;
    },
  };
}
