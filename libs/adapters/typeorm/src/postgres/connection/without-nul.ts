/**
 * PostgreSQL cannot store U+0000 in text and rejects a statement with one among its values. Such a value equals no
 * stored text, like null, so it is replaced by null and finds nothing. No column accepts it.
 */
export function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? null : value;
  return Array.isArray(value) ? value.map(withoutNul) : value;
}
