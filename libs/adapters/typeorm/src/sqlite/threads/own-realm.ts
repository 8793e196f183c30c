/**
 * Plain data with arrays and objects of this realm. Node makes those of a message in its main realm, so that within a VM
 * context, such as Jest's, they are no instances of `Array` and `Object`.
 */
export function ofOwnRealm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Object) return value; // of the own realm, and so is all that it holds
  if (Array.isArray(value)) return Array.from(value, ofOwnRealm);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, ofOwnRealm(part)]));
}
