import { isMembers, type Json, type JsonMembers } from './json.js';

/** RFC 7396: objects are merged, null takes a member away, anything else replaces what is there, arrays as a whole. */
export function mergePatch(target: Json, patch: Json): Json {
  return isMembers(patch) ? mergeMembers(isMembers(target) ? target : {}, patch) : patch;
}

/** Like `mergePatch`, for two objects. */
export function mergeMembers(target: JsonMembers, patch: JsonMembers): JsonMembers {
  const merged = new Map(Object.entries(target));
  for (const [name, member] of Object.entries(patch)) {
    if (member === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name) ?? null, member));
  }
  return Object.fromEntries(merged);
}
