/** The description of a space or an album as long as not all of it is imported. */
export const UNFINISHED = '(being imported by cairn)';

/** What a space may not have while its features are imported: they could not be. */
const AT_LAST = ['readOnly', 'active'];

/** Whether an import was killed before it had all of a space or an album. */
export const isUnfinished = (description: string): boolean => description.endsWith(UNFINISHED);

/** The settings that a space gets before its features, or after them. */
export function settingsOf(
  settings: Readonly<Record<string, unknown>>,
  when: 'first' | 'last',
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(settings).filter(([name]) => AT_LAST.includes(name) === (when === 'last'));
  return Object.fromEntries(entries);
}
