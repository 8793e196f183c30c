import type { UserRepository } from './user-repository.js';

/** A user as others see them. */
export interface KnownUser {
  readonly id: string;
  readonly name: string;
}

/**
 * The people with whom things are shared, and who may act for an owner. By default these are Cairn's own users; an application
 * with users of its own has its own directory.
 */
export abstract class UserDirectory {
  /** The given users that exist, in any order. */
  abstract find(ids: readonly string[]): Promise<readonly KnownUser[]>;

  /** The user whom people know by this name. */
  abstract findByName(name: string): Promise<KnownUser | undefined>;

  /** Whether everything of this owner is the user's to do with as they like. `false` also for unknown users. */
  abstract owns(userId: string, owner: string): Promise<boolean>;
}

/** Cairn's own users. Each owns the images and spaces of one account. */
export class CairnUsers extends UserDirectory {
  constructor(private readonly users: Pick<UserRepository, 'find' | 'findByName'>) {
    super();
  }

  override async find(ids: readonly string[]): Promise<readonly KnownUser[]> {
    return await this.users.find(ids);
  }

  override async findByName(name: string): Promise<KnownUser | undefined> {
    return await this.users.findByName(name);
  }

  override async owns(userId: string, owner: string): Promise<boolean> {
    const [user] = await this.users.find([userId]);
    return user?.accountId === owner;
  }
}
