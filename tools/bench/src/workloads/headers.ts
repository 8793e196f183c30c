const own = new Set(['connection', 'date', 'keep-alive']);

/** The headers of an answer without those that Node adds itself, as arguments of a limit: names and values in turn. */
export function headersOf({ headers }: Response): readonly string[] {
  return [...headers].filter(([name]) => !own.has(name)).flat();
}
