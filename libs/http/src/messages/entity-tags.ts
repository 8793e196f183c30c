import { hash } from 'node:crypto';

/** An entity tag, in quotes, from a hash of these texts: 32 hexadecimal digits. */
export function entityTag(...identity: readonly (string | number)[]): string {
  return `"${hash('sha256', JSON.stringify(identity), 'hex').slice(0, 32)}"`;
}

/** An entity tag, in quotes, from a hash of the bytes themselves. */
export const tagOfBytes = (bytes: Uint8Array): string => `"${hash('sha256', bytes, 'hex').slice(0, 32)}"`;

/** The tag of a response that may be compressed: one tag then stands for different bytes (RFC 9110 8.8.3.3). */
export const weakTag = (tag: string): string => `W/${tag}`;

/** Whether `If-Match` or `If-None-Match` names the tag. Also matches weak tags and tags without quotes. */
export function namesTag(header: string, tag: string): boolean {
  return namedTags(header).some((named) => named === '*' || named === bare(tag));
}

/** The tags of a header, without quotes. */
export function namedTags(header: string): readonly string[] {
  return header.split(',').map((named) => bare(named.trim().replace(/^W\//, '')));
}

const bare = (tag: string): string => tag.replace(/^"|"$/g, '');
