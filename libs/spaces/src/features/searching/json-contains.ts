import { isItems, isMembers, type Json, jsonEqual, type JsonMembers, memberOf } from '../../json/json.js';

/** Whether a member contains a value, as `Containment` has it. */
export function jsonContains(member: Json, value: Json): boolean {
  return contains(member, value) || (isItems(member) && member.some((item) => contains(item, value)));
}

function contains(member: Json, value: Json): boolean {
  if (isItems(value))
    return isItems(member) && value.every((part) => member.some((item) => contains(item, part)));
  if (isMembers(value)) {
    return (
      isMembers(member) && Object.entries(value).every(([name, part]) => containsMember(member, name, part))
    );
  }
  return jsonEqual(member, value);
}

function containsMember(members: JsonMembers, name: string, part: Json): boolean {
  const own = memberOf(members, name);
  return own !== undefined && contains(own, part);
}
