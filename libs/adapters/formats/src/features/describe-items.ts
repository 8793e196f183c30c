import {
  type ColumnType,
  type FileChoices,
  type FileColumn,
  type FileContent,
  type FileFormat,
  type FileItem,
  MAX_SAMPLE,
  type UnreadableFile,
} from '@cairn/spaces';
import { type KnownCrs, shownCrs } from '../crs/read-crs.js';
import { choiceFor, chosen } from './feature-choices.js';
import { untilBroken } from './until-broken.js';

/** Properties are found in this many features. */
const SAMPLED_ITEMS = 1_000;

interface Description extends Pick<FileContent, 'encoding' | 'layers' | 'layer' | 'count'> {
  readonly choices: FileChoices;
  readonly crs: KnownCrs | undefined;
}

/** What a file of features has, by the first of them. */
export async function describeItems(
  format: FileFormat,
  read: () => AsyncIterable<FileItem>,
  { choices, crs, ...rest }: Description,
): Promise<FileContent> {
  const types = new Map<string, Set<ColumnType>>();
  const sample: FileItem[] = [];
  let [seen, last] = [0, 0];
  let isWhole = true;
  const tell = ({ reason }: UnreadableFile): void => {
    isWhole = false;
    if (sample.length < MAX_SAMPLE) sample.push({ at: last, reason });
  };
  for await (const item of untilBroken(read(), tell)) {
    last = item.at;
    if (seen++ === SAMPLED_ITEMS) {
      isWhole = false;
      break;
    }
    if (sample.length < MAX_SAMPLE)
      sample.push('feature' in item ? { ...item, feature: chosen(item.feature, choices) } : item);
    if (!('feature' in item)) continue;
    for (const [key, value] of Object.entries(item.feature.properties)) {
      const found = types.get(key) ?? new Set();
      if (value !== null) found.add(typeOf(value));
      types.set(key, found);
    }
  }
  const columns: FileColumn[] = Array.from(types, ([key, found]) => {
    const [type = 'text', ...others] = found;
    const choice = choiceFor(key, choices);
    return {
      name: key,
      type: others.length === 0 ? type : 'json',
      as: choice?.as ?? key,
      omit: choice?.omit ?? false,
    };
  });
  return {
    format,
    crs: crs && shownCrs(crs),
    columns,
    id: choices.id ?? undefined,
    ...(isWhole && { count: seen }),
    ...rest,
    sample,
  };
}

function typeOf(value: unknown): ColumnType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'text' : 'json';
}
