/** The type of a value, for messages. */
export function wordFor(value: unknown): string {
  if (typeof value === 'string') return `the text '${value}'`;
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const { name } = (value as { readonly constructor?: { readonly name?: unknown } }).constructor ?? {};
  return typeof name === 'string' && name !== '' && name !== 'Object' ? `of the type ${name}` : 'an object';
}
