import type {
  HeldClaim,
  IdempotencyClaim,
  IdempotencyRepository,
  IdempotencyUsage,
  KeptAnswer,
  WantedClaim,
} from '@cairn/kernel';

import { going, isOwners } from '../traces.js';

/** Keeps claims in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryIdempotencyRepository implements IdempotencyRepository {
  /** By id, in the order of their first claim. */
  private readonly claims = new Map<string, IdempotencyClaim>();
  readonly traces = [going('idempotencyKeys', this.claims, isOwners)];

  async claim({ expiredBefore, ...wanted }: WantedClaim): Promise<IdempotencyClaim> {
    const known = this.claims.get(wanted.id);
    if (known === undefined || known.claimedAt < expiredBefore) {
      this.claims.delete(wanted.id);
      return this.store({ ...wanted, attempt: 1 });
    }
    const isFree = known.answer === undefined && known.heldUntil <= wanted.claimedAt;
    if (!isFree || known.request !== wanted.request) return known;
    const { holder, heldUntil } = wanted;
    return this.store({ ...known, holder, heldUntil, attempt: known.attempt + 1 });
  }

  async find(id: string): Promise<IdempotencyClaim | undefined> {
    return this.claims.get(id);
  }

  async hold(claim: HeldClaim, until: number): Promise<void> {
    const held = this.heldBy(claim);
    if (held !== undefined) this.store({ ...held, heldUntil: until });
  }

  async noteBody(claim: HeldClaim, body: string): Promise<string | undefined> {
    const held = this.heldBy(claim);
    return held === undefined ? undefined : this.store({ ...held, body: held.body ?? body }).body;
  }

  async usage(owner: string, since: number): Promise<IdempotencyUsage> {
    const kept = [...this.claims.values()].filter((one) => one.owner === owner && one.claimedAt >= since);
    return {
      claims: kept.length,
      bytes: kept.reduce((bytes, { answer }) => bytes + (answer?.sealed?.length ?? 0), 0),
    };
  }

  async keep(claim: HeldClaim, answer: KeptAnswer): Promise<void> {
    const held = this.heldBy(claim);
    if (held !== undefined) this.store({ ...held, answer });
  }

  async release(claim: HeldClaim): Promise<void> {
    const held = this.heldBy(claim);
    if (held !== undefined) this.claims.delete(held.id);
  }

  async prune(before: number, limit: number): Promise<number> {
    const old = [...this.claims.values()].filter(({ claimedAt }) => claimedAt < before).slice(0, limit);
    for (const { id } of old) this.claims.delete(id);
    return old.length;
  }

  private heldBy({ id, holder }: HeldClaim): IdempotencyClaim | undefined {
    const known = this.claims.get(id);
    return known?.holder === holder && known.answer === undefined ? known : undefined;
  }

  private store(claim: IdempotencyClaim): IdempotencyClaim {
    this.claims.set(claim.id, claim);
    return claim;
  }
}
