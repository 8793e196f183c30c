import { Clock, IdGenerator, InvalidInput, parseAll, type PortsOf } from '@cairn/kernel';
import { parseName } from '../accounts/account.js';
import {
  GroupRepository,
  type GroupChange,
  MAX_GROUP_MEMBERS,
  MAX_GROUPS,
  type Group,
} from './group-repository.js';

const ID_LENGTH = 22;

/** Groups of an account. The caller has checked that its members exist. */
export class ManageGroups {
  static readonly ports = { groups: GroupRepository, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof ManageGroups.ports>) {}

  /** @throws {InvalidInput} {GroupLimitReached} */
  async create(accountId: string, given: Pick<Group, 'name' | 'memberIds'>): Promise<Group> {
    const { groups, clock, ids } = this.ports;
    const parsed = parseAll({ name: () => parseName(given.name), members: () => membersOf(given.memberIds) });
    const group: Group = {
      id: ids.next(ID_LENGTH),
      accountId,
      name: parsed.name,
      memberIds: parsed.members,
      createdAt: clock.now(),
    };
    await groups.add(group, MAX_GROUPS);
    return group;
  }

  /** Oldest first. */
  async list(accountId: string): Promise<readonly Group[]> {
    return await this.ports.groups.list(accountId);
  }

  /** @throws {GroupNotFound} {InvalidInput} */
  async change(accountId: string, id: string, { name, memberIds }: GroupChange): Promise<Group> {
    const parsed = parseAll({
      name: () => (name === undefined ? undefined : parseName(name)),
      members: () => (memberIds === undefined ? undefined : membersOf(memberIds)),
    });
    return await this.ports.groups.change(accountId, id, {
      ...(parsed.name !== undefined && { name: parsed.name }),
      ...(parsed.members !== undefined && { memberIds: parsed.members }),
    });
  }

  /** The grants of the group end with it. @throws {GroupNotFound} */
  async remove(accountId: string, id: string): Promise<void> {
    await this.ports.groups.remove(accountId, id);
  }
}

function membersOf(ids: readonly string[]): readonly string[] {
  const members = [...new Set(ids)].sort((one, other) => (one < other ? -1 : 1));
  if (members.length > MAX_GROUP_MEMBERS)
    throw InvalidInput.of('too-many', `A group has at most ${MAX_GROUP_MEMBERS} members.`);
  return members;
}
