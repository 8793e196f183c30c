const own = new Set(['connection', 'date', 'keep-alive']);

/** Headers of a response without those that Node adds itself, as alternating names and values. */
export function headersOf({ headers }: Response): readonly string[] {
  return [...headers].filter(([name]) => !own.has(name)).flat();
}
