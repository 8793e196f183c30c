import {
  AccountNeedsOwner,
  GrantLimitReached,
  GrantNotFound,
  type Bearer,
  type Grant,
  type GrantActor,
  type GrantedResource,
  type GrantRole,
} from '@cairn/access';
import { assertManagesGrant, type GrantRepository } from '@cairn/access/spi';
import type { Page, PageRequest } from '@cairn/kernel';
import { pageOf } from '../listing.js';
import type { MemorySignInRecords } from './memory-sign-in-records.js';

/** Keeps grants in memory. Every method changes everything at once, so calls never interleave. */
export class MemoryGrantRepository implements GrantRepository {
  constructor(private readonly records: MemorySignInRecords) {}

  async give(grant: Grant, actor?: GrantActor, limit = Infinity): Promise<Grant> {
    const { grants } = this.records;
    const key = keyOf(grant);
    const former = [...grants.values()].find((each) => keyOf(each) === key);
    this.assertMay(actor, [former?.role, grant.role]);
    if (former === undefined) this.assertRoom(grant.accountId, limit);
    const stored = former === undefined ? copyOf(grant) : { ...former, role: grant.role };
    if (former?.role === 'owner' && grant.role !== 'owner') this.assertOtherOwner(former);
    grants.set(stored.id, stored);
    return copyOf(stored);
  }

  async get(id: string): Promise<Grant> {
    return copyOf(this.grantOf(id));
  }

  async heldBy(bearer: Bearer, accountId?: string): Promise<readonly Grant[]> {
    return this.held(bearer)
      .filter((grant) => accountId === undefined || grant.accountId === accountId)
      .map(copyOf);
  }

  async list(accountId: string, page: PageRequest, resource?: GrantedResource): Promise<Page<Grant>> {
    const found = [...this.records.grants.values()].filter(
      (grant) =>
        grant.accountId === accountId &&
        (resource === undefined ||
          (grant.resource.type === resource.type && grant.resource.id === resource.id)),
    );
    return pageOf(found.map(copyOf), page, {
      position: ({ createdAt, id }) => ({ at: createdAt, id }),
      descending: true,
    });
  }

  async use(id: string, now: number): Promise<void> {
    const grant = this.records.grants.get(id);
    if (grant !== undefined) this.records.grants.set(id, { ...grant, lastUsedAt: now });
  }

  async remove(id: string, actor?: GrantActor): Promise<void> {
    const grant = this.grantOf(id);
    this.assertMay(actor, [grant.role]);
    if (grant.role === 'owner') this.assertOtherOwner(grant);
    this.records.grants.delete(id);
  }

  private assertRoom(accountId: string, limit: number): void {
    const given = [...this.records.grants.values()].filter((grant) => grant.accountId === accountId);
    if (given.length >= limit) throw new GrantLimitReached(limit);
  }

  /** Whether there are grants on a resource. */
  isShared(accountId: string, resource: { readonly type: string; readonly id: string }): boolean {
    return this.on(accountId, resource).length > 0;
  }

  /** Removes the grants on a resource that was deleted for good. */
  forget(accountId: string, resource: { readonly type: string; readonly id: string }): void {
    for (const { id } of this.on(accountId, resource)) this.records.grants.delete(id);
  }

  private on(
    accountId: string,
    { type, id }: { readonly type: string; readonly id: string },
  ): readonly Grant[] {
    return [...this.records.grants.values()].filter(
      (grant) => grant.accountId === accountId && grant.resource.type === type && grant.resource.id === id,
    );
  }

  private assertMay(actor: GrantActor | undefined, roles: readonly (GrantRole | undefined)[]): void {
    if (actor !== undefined) assertManagesGrant(actor, this.held(actor.bearer), roles);
  }

  /** @throws {AccountNeedsOwner} if the grantee is the only owner of the account. */
  private assertOtherOwner({ id, accountId }: Grant): void {
    if (!this.records.hasOwner(accountId, (grant) => grant.id !== id)) throw new AccountNeedsOwner();
  }

  private held(bearer: Bearer): readonly Grant[] {
    const groups = [...this.records.groups.values()].filter(({ memberIds }) =>
      memberIds.some((id) => bearer === `user:${id}`),
    );
    const grantees = new Set<string>([bearer, ...groups.map(({ id }) => `group:${id}`)]);
    return [...this.records.grants.values()].filter(({ to }) => grantees.has(`${to.type}:${to.id}`));
  }

  private grantOf(id: string): Grant {
    const grant = this.records.grants.get(id);
    if (grant === undefined) throw new GrantNotFound();
    return grant;
  }
}

const keyOf = ({ accountId, resource, to }: Grant): string =>
  JSON.stringify([accountId, resource.type, resource.id, to.type, to.id]);

const copyOf = (grant: Grant): Grant => ({
  ...grant,
  resource: { ...grant.resource },
  to: { ...grant.to },
});
