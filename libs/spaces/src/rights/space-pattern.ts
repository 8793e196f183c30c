import type { Space } from '../registry/space.js';

/** A text, or what a text starts with. */
export interface TextPattern {
  readonly text: string;
  readonly isPrefix: boolean;
}

/** Matches the spaces that have everything it names; all spaces where it names nothing. */
export interface SpacePattern {
  readonly owner?: TextPattern | undefined;
  readonly id?: TextPattern | undefined;
  /** One of the space's packages. */
  readonly package?: TextPattern | undefined;
}

/** What patterns look at. */
export type SpaceAttributes = Pick<Space, 'id' | 'owner' | 'settings'>;

/** The pattern of this text alone. */
export function exactText(text: string): TextPattern {
  return { text, isPrefix: false };
}

/** Reads a pattern as tokens have it: a last `*` stands for any rest. */
export function parseTextPattern(text: string): TextPattern {
  return text.endsWith('*') ? { text: text.slice(0, -1), isPrefix: true } : exactText(text);
}

export function matchesText({ text, isPrefix }: TextPattern, value: string): boolean {
  return isPrefix ? value.startsWith(text) : value === text;
}

export function matchesSpace(pattern: SpacePattern, { id, owner, settings }: SpaceAttributes): boolean {
  const { package: wanted } = pattern;
  return (
    (pattern.owner === undefined || matchesText(pattern.owner, owner)) &&
    (pattern.id === undefined || matchesText(pattern.id, id)) &&
    (wanted === undefined || (settings.packages ?? []).some((name) => matchesText(wanted, name)))
  );
}

/** Whether the pattern matches every space. */
export function matchesAll({ owner, id, package: wanted }: SpacePattern): boolean {
  return owner === undefined && id === undefined && wanted === undefined;
}
