const own = new Set(['connection', 'date', 'keep-alive']);

/** Headers of a response without those that Node adds itself, and without others, as alternating names and values. */
export function headersOf({ headers }: Response, others: readonly string[] = []): readonly string[] {
  return [...headers].filter(([name]) => !own.has(name) && !others.includes(name)).flat();
}
