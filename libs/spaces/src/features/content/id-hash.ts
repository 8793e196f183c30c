/** FNV-1a over the UTF-16 code units of an id: 32 bits, for stores that keep it beside the feature. */
export function idHash(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1)
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
