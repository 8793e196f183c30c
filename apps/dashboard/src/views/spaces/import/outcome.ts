/** What came of features, in the order in which it is shown. */
const KINDS = ['inserted', 'updated', 'unmodified', 'merged', 'numbered', 'failed'] as const;

export type OutcomeKind = (typeof KINDS)[number];

/** The outcome counts. The first is always included, the others only if they are not zero. */
export function outcomeOf(
  counts: Partial<Readonly<Record<OutcomeKind, number | undefined>>> | undefined,
): readonly (readonly [kind: OutcomeKind, count: number])[] {
  return KINDS.map((kind) => [kind, counts?.[kind] ?? 0] as const).filter(
    ([kind, count]) => count > 0 || (kind === 'inserted' && counts !== undefined),
  );
}
