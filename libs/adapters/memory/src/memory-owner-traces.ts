import type { Erased, OwnerTraces, TraceCounts, TraceKind } from '@cairn/kernel';
import type { TraceHolder } from './traces.js';

/** Finds and erases what the given repositories know. Every method completes synchronously, so calls never interleave. */
export class MemoryOwnerTraces implements OwnerTraces {
  private readonly holders: readonly TraceHolder[];

  constructor(repositories: readonly { readonly traces: readonly TraceHolder[] }[]) {
    this.holders = repositories.flatMap(({ traces }) => traces);
  }

  async count(erased: Erased): Promise<TraceCounts> {
    return this.summed((holder) => holder.count(erased));
  }

  async erase(erased: Erased): Promise<TraceCounts> {
    const isThere = (kind: TraceKind): boolean =>
      this.holders.some((holder) => holder.kind === kind && holder.count(erased) > 0);
    return this.summed(({ erase, after = [] }) => (after.some(isThere) ? 0 : (erase?.(erased) ?? 0)));
  }

  private summed(countOf: (holder: TraceHolder) => number): TraceCounts {
    const counts = new Map<TraceKind, number>();
    for (const holder of this.holders) {
      const count = countOf(holder);
      if (count > 0) counts.set(holder.kind, (counts.get(holder.kind) ?? 0) + count);
    }
    return Object.fromEntries(counts);
  }
}
