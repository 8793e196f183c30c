import { InvalidInput, parseAll } from '@cairn/kernel';
import { isLonger } from '../../features/content/feature-limits.js';
import type { Json, JsonMembers } from '../../json/json.js';
import { mergePatch } from '../../json/merge-patch.js';
import { writeJson } from '../../json/read-json.js';
import { licenses } from './licenses.js';
import {
  flag,
  type GivenMembers,
  list,
  members,
  oneOf,
  optional,
  type Read,
  record,
  text,
  wholeNumber,
  word,
} from './readers.js';
import type {
  ClientSettings,
  CopyrightNotice,
  SortableProperty,
  SpaceSettings,
  SpaceTag,
} from './space-settings.js';

export const MAX_CLIENT_BYTES = 1_024;
/** The limit of XYZ Hub. */
export const MAX_VERSIONS_TO_KEEP = 1_000_000_001;
export const MAX_TILE_LEVEL = 30;
/** A year, as XYZ Hub has it. */
export const MAX_CACHE_TTL_MS = 365 * 24 * 60 * 60 * 1_000;
/** What XYZ Hub calls automatic. */
const AUTOMATIC_TTL = -1;
const MAX_NAME_LENGTH = 255;
const MAX_TEXT_LENGTH = 1_000;
const MAX_ENTRIES = 100;
const MAX_SEARCHABLE = 1_000;
/**
 * Maximum length of a key of `searchableProperties`, in characters. A path of thousands of steps takes PostgreSQL 100
 * ms whenever a feature is written.
 */
export const MAX_KEY_LENGTH = 1_000;
/** Each one takes time whenever a feature is written. */
export const MAX_INDEXED = 100;

/** The parsers of all settings, for `parseAll`. They depend on nothing but the settings. */
export function settingsParsers(given: GivenMembers) {
  const read = <T>(name: string, reader: Read<T>): (() => T | undefined) => optional(given, name, reader);
  const tileLevel = wholeNumber(0, MAX_TILE_LEVEL);
  return {
    shared: read('shared', flag),
    copyright: read('copyright', list(copyrightNotice, MAX_ENTRIES)),
    license: read('license', oneOf(licenses)),
    client: read('client', clientData),
    searchableProperties: read('searchableProperties', searchableProperties),
    sortableProperties: read('sortableProperties', list(list(sortableProperty, MAX_ENTRIES), MAX_ENTRIES)),
    region: read('region', word(MAX_NAME_LENGTH)),
    packages: read('packages', list(word(MAX_NAME_LENGTH), MAX_ENTRIES)),
    tags: read('tags', record(spaceTag, { key: tagName, limit: MAX_ENTRIES })),
    versionsToKeep: read('versionsToKeep', wholeNumber(1, MAX_VERSIONS_TO_KEEP)),
    readOnly: read('readOnly', flag),
    active: read('active', flag),
    minTileLevel: read('minTileLevel', tileLevel),
    maxTileLevel: read('maxTileLevel', (value, name) => {
      const [min, max] = [given['minTileLevel'], tileLevel(value, name)];
      if (typeof min === 'number' && min > max)
        throw InvalidInput.of('out-of-range', `The ${name} must not be less than the minTileLevel.`);
      return max;
    }),
    cacheTTL: read('cacheTTL', wholeNumber(AUTOMATIC_TTL, MAX_CACHE_TTL_MS)),
  };
}

type Parsers = ReturnType<typeof settingsParsers>;
type ParsedSettings = { readonly [Name in keyof Parsers]: ReturnType<Parsers[Name]> };

/** The settings without those that have their default, so that settings with the same meaning are equal. */
export function settingsOf(parsed: ParsedSettings): ClientSettings {
  const { shared, readOnly, active, copyright, packages, sortableProperties, ...others } = parsed;
  return present({
    ...others,
    shared: shared === true ? true : undefined,
    readOnly: readOnly === true ? true : undefined,
    active: active === false ? false : undefined,
    copyright: copyright?.length === 0 ? undefined : copyright,
    sortableProperties: sortableProperties?.length === 0 ? undefined : sortableProperties,
    packages: packages?.length === 0 ? undefined : packages && [...new Set(packages)],
    cacheTTL: others.cacheTTL === AUTOMATIC_TTL ? undefined : others.cacheTTL,
    client: unlessEmpty(others.client),
    searchableProperties: unlessEmpty(others.searchableProperties),
    tags: unlessEmpty(others.tags),
  });
}

/** The settings with a merge patch (RFC 7396) applied, to be parsed. */
export function patchedSettings(settings: SpaceSettings, patch: GivenMembers): GivenMembers {
  const merged = new Map<string, Json | undefined>(Object.entries(settings));
  for (const [name, value] of Object.entries(patch))
    if (value !== undefined) merged.set(name, mergePatch(merged.get(name) ?? null, value));
  return Object.fromEntries(merged);
}

const searchableProperties: Read<Readonly<Record<string, boolean>>> = (value, name) => {
  const flags = record(flag, { key: word(MAX_KEY_LENGTH), limit: MAX_SEARCHABLE })(value, name);
  if (Object.values(flags).filter((isIndexed) => isIndexed).length > MAX_INDEXED)
    throw InvalidInput.of('too-many', `The ${name} has more than ${MAX_INDEXED} entries that are true.`);
  return flags;
};

const sortableProperty: Read<SortableProperty> = (value, name) =>
  typeof value === 'string'
    ? word(MAX_NAME_LENGTH)(value, name)
    : record(word(MAX_NAME_LENGTH), { key: word(MAX_NAME_LENGTH), limit: MAX_ENTRIES })(value, name);

const copyrightNotice: Read<CopyrightNotice> = (value, name) => {
  const given = members(value, name);
  const read = (member: string): (() => string | undefined) => optional(given, member, text(MAX_TEXT_LENGTH));
  return present(parseAll({ label: read('label'), alt: read('alt') }));
};

const spaceTag: Read<SpaceTag> = (value, name) => {
  const given = members(value, name);
  const version = optional(given, 'version', wholeNumber(0, Number.MAX_SAFE_INTEGER));
  const description = optional(given, 'description', text(MAX_NAME_LENGTH));
  return present(parseAll({ version, description }));
};

const tagName: Read<string> = (value, name) => {
  const tag = word(MAX_NAME_LENGTH)(value, name);
  if (/^[\d*]/.test(tag))
    throw InvalidInput.of('invalid-name', `The ${name} must not start with a digit or \`*\`.`);
  return tag;
};

const clientData: Read<JsonMembers> = (value, name) => {
  const data = members(value, name);
  if (isLonger(writeJson(data), MAX_CLIENT_BYTES))
    throw InvalidInput.of('too-large', `The ${name} has more than ${MAX_CLIENT_BYTES} bytes as JSON.`);
  return data;
};

function unlessEmpty<T extends object>(value: T | undefined): T | undefined {
  return value === undefined || Object.keys(value).length === 0 ? undefined : value;
}

type Present<T> = { readonly [Name in keyof T]?: Exclude<T[Name], undefined> };

function present<T extends object>(given: T): Present<T>;
function present(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
