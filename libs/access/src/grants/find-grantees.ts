import { InvalidInput, type Fault, type PortsOf } from '@cairn/kernel';
import { UserNotFound } from '../errors.js';
import { GroupRepository } from '../groups/group-repository.js';
import { ApiKeyRepository } from '../keys/api-key-repository.js';
import { GroupNotFound } from '../sharing-errors.js';
import { UserDirectory, type KnownUser } from '../users/user-directory.js';
import type { Grantee, GranteeType } from './grant.js';

/** A grantee as people name it: a user by identifier or by name. */
export interface NamedGrantee {
  readonly type: GranteeType;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** Finds the users, groups and keys that an account shares something with. */
export class FindGrantees {
  static readonly ports = { users: UserDirectory, groups: GroupRepository, keys: ApiKeyRepository };

  constructor(private readonly ports: PortsOf<typeof FindGrantees.ports>) {}

  /**
   * @throws {UserNotFound} {GroupNotFound} also for a group of another account. {KeyNotFound}
   * @throws {InvalidInput} for the user or a key of the account itself: they have full access, so a grant would give
   * them nothing.
   */
  async execute(accountId: string, { type, id = '', name }: NamedGrantee): Promise<Grantee> {
    switch (type) {
      case 'user': {
        const user = await this.user(id, name);
        if (await this.ports.users.owns(user.id, accountId)) throw ownAlready(type);
        return { type, id: user.id };
      }
      case 'key': {
        const key = await this.ports.keys.get(id);
        if (key.accountId === accountId) throw ownAlready(type);
        return { type, id: key.id };
      }
      case 'group': {
        const groups = await this.ports.groups.list(accountId);
        if (!groups.some((group) => group.id === id)) throw new GroupNotFound();
        return { type, id };
      }
    }
  }

  /**
   * The users with these identifiers and names.
   * @throws {InvalidInput} with one fault for each name that nobody has: `/memberNames/N`, from 0.
   * @throws {UserNotFound} if an identifier is not there.
   */
  async users(ids: readonly string[], names: readonly string[] = []): Promise<readonly string[]> {
    const named = await Promise.all(names.map((name) => this.ports.users.findByName(name)));
    InvalidInput.throwIfAny(
      names.flatMap((name, index) => (named[index] === undefined ? [nobodyCalled(name, index)] : [])),
    );
    const found = await this.ports.users.find(ids);
    if (found.length < new Set(ids).size) throw new UserNotFound();
    return [...found, ...named].flatMap((user) => user?.id ?? []);
  }

  /** The names of the grantees, by `type:id`. Deleted grantees have no entry. */
  async names(accountId: string, grantees: readonly Grantee[]): Promise<ReadonlyMap<string, string>> {
    const idsOf = (type: GranteeType): readonly string[] => [
      ...new Set(grantees.filter((grantee) => grantee.type === type).map(({ id }) => id)),
    ];
    const users = await this.ports.users.find(idsOf('user'));
    const groups = idsOf('group').length === 0 ? [] : await this.ports.groups.list(accountId);
    const keys = idsOf('key').length === 0 ? [] : await this.ports.keys.find(idsOf('key'));
    return new Map([
      ...users.map(({ id, name }) => [`user:${id}`, name] as const),
      ...groups.map(({ id, name }) => [`group:${id}`, name] as const),
      ...keys.map(({ id, name }) => [`key:${id}`, name] as const),
    ]);
  }

  private async user(id: string, name: string | undefined): Promise<KnownUser> {
    const { users } = this.ports;
    const user = name === undefined ? (await users.find([id]))[0] : await users.findByName(name);
    if (user === undefined) throw new UserNotFound(name);
    return user;
  }
}

function nobodyCalled(name: string, index: number): Fault {
  const { message: detail } = new UserNotFound(name);
  return { pointer: `/memberNames/${index}`, code: 'unknown-user', detail };
}

function ownAlready(type: 'user' | 'key'): InvalidInput {
  const detail =
    type === 'user'
      ? 'is the user of this account, who has all of it already'
      : 'is a key of this account, which reaches it already';
  return new InvalidInput([{ pointer: '/to', code: 'unknown-choice', detail }]);
}
