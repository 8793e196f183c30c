import { Counter, type Registry } from 'prom-client';

type Labels = Readonly<Record<string, string>>;

/** Counters that share their labels. They are added to as numbers, and shown when they are asked for. */
export class CountedGroups<Name extends string = string> {
  private readonly groups: { readonly labels: Labels; readonly counts: Record<Name, number> }[] = [];
  private readonly names: readonly Name[];

  /** @param counters The help of each counter, by its name. */
  constructor(
    registry: Registry,
    labelNames: readonly string[],
    private readonly counters: Readonly<Record<Name, string>>,
  ) {
    // The cast is safe: these are the keys.
    this.names = Object.keys(counters) as Name[];
    const { groups } = this;
    for (const name of this.names)
      registry.registerMetric(
        new Counter({
          name,
          help: this.counters[name],
          labelNames: [...labelNames],
          registers: [],
          collect() {
            this.reset();
            // Each of a group is shown once one is, so that the first of the others is seen as an increase.
            for (const { labels, counts } of groups) if (isUsed(counts)) this.inc(labels, counts[name]);
          },
        }),
      );
  }

  /** The counts of these labels, from 0. There must be no others with the same labels. */
  group(labels: Labels): Record<Name, number> {
    // The cast is safe: all names are there.
    const counts = Object.fromEntries(this.names.map((name) => [name, 0])) as Record<Name, number>;
    this.groups.push({ labels, counts });
    return counts;
  }
}

const isUsed = (counts: Readonly<Record<string, number>>): boolean =>
  Object.values(counts).some((count) => count > 0);
