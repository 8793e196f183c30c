type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The patch (RFC 7396) that changes `before` to `after`: only the differences, with `null` for removed members. */
export function patchBetween(before: Json, after: Json): Json {
  const gone = Object.keys(before).filter((name) => after[name] === undefined);
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  const patch = new Map<string, unknown>(gone.map((name) => [name, null]));
  for (const [name, value] of changed) {
    const old = before[name];
    patch.set(name, isObject(old) && isObject(value) ? patchBetween(old, value) : value);
  }
  return Object.fromEntries(patch);
}
