/** Mutates everything reachable from `value`, to detect an adapter that kept a reference instead of a copy. */
export function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    spoil(part);
    Reflect.set(value, name, 'spoilt');
  }
}
