/** Settings that would prevent the import of features, and the mark of an unfinished import. They are set last. */
const AT_LAST = ['readOnly', 'active', 'client'];

/** The member of `client` that a space has until it is completely imported. `client` is for data of client programs. */
const MARK = 'cairnImport';
const BEGUN = 'begun';

type Settings = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether an import was killed before the space was complete, according to its `client`. */
export const isUnfinished = (client: unknown): boolean =>
  isObject(client) && new Map<string, unknown>(Object.entries(client)).get(MARK) === BEGUN;

/** The settings of a space before its features are imported. */
export function firstSettings(settings: Settings): Settings {
  const entries = Object.entries(settings).filter(([name]) => !AT_LAST.includes(name));
  return { ...Object.fromEntries(entries), client: { [MARK]: BEGUN } };
}

/** The change of settings after the features are imported. The result is the settings of the export. */
export function lastSettings(settings: Settings): Settings {
  const entries = Object.entries(settings).filter(([name]) => AT_LAST.includes(name));
  const { client, ...others } = Object.fromEntries(entries);
  const own = isObject(client) ? client : {};
  return { ...others, client: { ...own, [MARK]: null } };
}
