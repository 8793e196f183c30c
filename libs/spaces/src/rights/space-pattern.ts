import type { SpaceSettings } from '../registry/settings/space-settings.js';

/** A text, or a prefix. */
export interface TextPattern {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** A required value of an attribute of a space; of its packages, one must match. */
export interface AttributePattern extends TextPattern {
  readonly attribute: 'owner' | 'id' | 'package';
}

/** Matches the spaces that all of its parts match; without any, all spaces. */
export type SpacePattern = readonly AttributePattern[];

/** What patterns look at. */
export interface SpaceAttributes {
  readonly id: string;
  readonly owner: string;
  readonly settings: SpaceSettings;
}

/** Reads a pattern as tokens have it: a last `*` stands for any rest. */
export function parseTextPattern(text: string): TextPattern {
  return text.endsWith('*') ? { text: text.slice(0, -1), isPrefix: true } : { text, isPrefix: false };
}

export function matchesText({ text, isPrefix }: TextPattern, value: string): boolean {
  return isPrefix ? value.startsWith(text) : value === text;
}

export function matchesSpace(pattern: SpacePattern, { id, owner, settings }: SpaceAttributes): boolean {
  const values = { id: [id], owner: [owner], package: settings.packages ?? [] };
  return pattern.every((part) => values[part.attribute].some((value) => matchesText(part, value)));
}
