/** Changes everything within reach of `value`, so that whoever kept a reference instead of a copy is found out. */
export function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    spoil(part);
    Reflect.set(value, name, 'spoilt');
  }
}
