/**
 * PostgreSQL keeps no U+0000 in a text, and refuses a statement with one among its values. A stored text is never equal
 * to such a value, as it is never equal to null: so it is asked about null, and finds nothing. No column takes it.
 */
export function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? null : value;
  return Array.isArray(value) ? value.map(withoutNul) : value;
}
