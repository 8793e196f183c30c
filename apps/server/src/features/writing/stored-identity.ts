import { NAMESPACE } from '@cairn/spaces';
import type { FeatureIdentity } from '../reading/content-tag.js';

const START = `"${NAMESPACE}":{`;

/** What tells a stored feature from all others, read from its text: the service's members come last in it. */
export function storedIdentity(id: string, text: string): FeatureIdentity {
  const known = text.slice(text.lastIndexOf(START) + START.length);
  const number = (name: string): number => Number(new RegExp(`"${name}":(\\d+)`).exec(known)?.[1]);
  return {
    id,
    createdAt: number('createdAt'),
    updatedAt: number('updatedAt'),
    version: number('version'),
  };
}
