/** Mutates everything reachable from `value`, to detect an adapter that kept a reference instead of a copy. */
export function mutate(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    mutate(part);
    Reflect.set(value, name, 'spoilt');
  }
}
