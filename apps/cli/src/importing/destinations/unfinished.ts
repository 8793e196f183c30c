/** At the end of the description of a space as long as its features are imported. */
const UNFINISHED = ' (being imported by cairn)';

/** What a space may not have while its features are imported: they could not be. */
const AT_LAST = ['readOnly', 'active'];

export const unfinished = (description: string): string => description + UNFINISHED;

/** Whether an import was killed before it had all features of a space. */
export const isUnfinished = (description: string): boolean => description.endsWith(UNFINISHED);

/** The settings that a space gets before its features, or after them. */
export function settingsOf(
  settings: Readonly<Record<string, unknown>>,
  when: 'first' | 'last',
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(settings).filter(([name]) => AT_LAST.includes(name) === (when === 'last'));
  return Object.fromEntries(entries);
}
