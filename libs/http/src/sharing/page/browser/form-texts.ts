/** A text for one, and one for several with the placeholder `{count}`. */
type Counted = readonly [one: string, several: string];

/** What the form says. The server writes it into the form. */
export interface FormTexts {
  readonly remove: string;
  readonly retry: string;
  readonly send: Counted;
  readonly chosen: string;
  readonly queued: string;
  readonly sending: string;
  readonly added: string;
  readonly waiting: string;
  readonly there: string;
  readonly broken: string;
  readonly offline: string;
  /** With the placeholders `{done}` and `{count}`. */
  readonly progress: string;
  /** Said where nothing is there yet of what was sent. */
  readonly thankYou: string;
  readonly thanks: Counted;
  readonly approval: Counted;
  readonly known: Counted;
  readonly failed: Counted;
  readonly video: string;
  /** By code of the problem. */
  readonly refusals: Readonly<Record<string, string>>;
  readonly refusedOtherwise: string;
  readonly gone: string;
  readonly goneWhy: string;
}

/** The text for so many. */
export const counted = ([one, several]: Counted, count: number): string =>
  count === 1 ? one : several.replace('{count}', `${count}`);
