import { InvalidInput } from '@cairn/kernel';
import {
  type ColumnChoice,
  type FileChoices,
  type FileFeature,
  type FileItem,
  NAMESPACE,
} from '@cairn/spaces';

/** The property that has the identifier of a feature in files that Cairn has written. */
export const OWN_ID = 'feature_id';

/** The property that has its tags there, with commas. */
export const OWN_TAGS = 'feature_tags';

/** Features with the names, columns and identifiers that were chosen. */
export async function* withChoices(
  items: AsyncIterable<FileItem>,
  choices: FileChoices,
): AsyncGenerator<FileItem, void, undefined> {
  for await (const item of items)
    yield 'feature' in item ? { ...item, feature: chosen(item.feature, choices) } : item;
}

/** What was chosen for a column, whose name may be that of a member of every object. */
export const choiceFor = (name: string, { columns }: FileChoices): ColumnChoice | undefined =>
  columns !== undefined && Object.hasOwn(columns, name) ? columns[name] : undefined;

/** @throws {InvalidInput} for two properties of one name. */
export function chosen(feature: FileFeature, { columns, id }: FileChoices): FileFeature {
  const isOwn = id === undefined && feature.id === undefined && Object.hasOwn(feature.properties, OWN_ID);
  if (columns === undefined && id === undefined && !isOwn) return feature;
  const { id: given, ...rest } = feature;
  const own = isOwn ? idIn(feature, OWN_ID) : given;
  const properties: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(feature.properties)) {
    const choice = choiceFor(name, { columns });
    if (choice?.omit ?? (isOwn && name === OWN_ID)) continue;
    if (isOwn && name === OWN_TAGS && choice === undefined && typeof value === 'string') {
      properties[NAMESPACE] = { tags: value.split(',') };
      continue;
    }
    const as = choice?.as ?? name;
    if (Object.hasOwn(properties, as))
      throw InvalidInput.of(
        'repeated-column',
        `Two columns would become the property ${JSON.stringify(as)}.`,
        '/columns',
      );
    Object.defineProperty(properties, as, { value, enumerable: true, configurable: true, writable: true });
  }
  const named = id === undefined ? own : id === null ? undefined : idIn(feature, id);
  return { ...rest, ...(named !== undefined && { id: named }), properties };
}

function idIn({ properties }: FileFeature, name: string): string | undefined {
  const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
