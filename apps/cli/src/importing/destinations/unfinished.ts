/** What a space may not have while its features are imported (they could not be), and what says that they are. */
const AT_LAST = ['readOnly', 'active', 'client'];

/** The member of `client` that a space has until all of it is imported. Programs keep there what is theirs. */
const MARK = 'cairnImport';
const BEGUN = 'begun';

type Settings = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether an import was killed before it had all of a space, by what its clients keep there. */
export const isUnfinished = (client: unknown): boolean =>
  isObject(client) && new Map<string, unknown>(Object.entries(client)).get(MARK) === BEGUN;

/** The settings that a space gets before its features. */
export function firstSettings(settings: Settings): Settings {
  const entries = Object.entries(settings).filter(([name]) => !AT_LAST.includes(name));
  return { ...Object.fromEntries(entries), client: { [MARK]: BEGUN } };
}

/** A change of the settings after them, which makes them those of the export. */
export function lastSettings(settings: Settings): Settings {
  const entries = Object.entries(settings).filter(([name]) => AT_LAST.includes(name));
  const { client, ...others } = Object.fromEntries(entries);
  const own = isObject(client) ? client : {};
  return { ...others, client: { ...own, [MARK]: null } };
}
