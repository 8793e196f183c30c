import type { ActivityRowRecord } from '@cairn/api-schema';
import type { Texts } from '../../i18n/en/texts.ts';
import { textFor } from '../../i18n/text-for.ts';
import { nameIn, type Names } from './names.ts';

/** What a sentence is made of. */
export type Told = Pick<
  ActivityRowRecord,
  'by' | 'guest' | 'operation' | 'status' | 'thing' | 'count' | 'imageCount'
>;

/** Who did it, as a sentence begins. */
export function whoIn(
  { by, guest }: Pick<Told, 'by' | 'guest'>,
  names: Names | undefined,
  texts: Texts['activity'],
): string {
  if (by.name !== null) return by.name;
  if (by.type === 'link') return texts.naming.guest(guest?.name ?? null);
  if (by.type === 'erased') return texts.naming.erased;
  return nameIn(names, by.id === null ? by.type : `${by.type}:${by.id}`, texts);
}

/** The status of what waits for approval. */
const WAITS = 202;

/** Whether what was added waited for approval then: it may have no page. */
export const isWaiting = ({ status, by }: Pick<ActivityRowRecord, 'status' | 'by'>): boolean =>
  status === WAITS && by.type === 'link';

/** What somebody did, as a person would write it. */
export function sentenceOf(row: Told, names: Names | undefined, texts: Texts['activity']): string {
  const who = whoIn(row, names, texts);
  const { operation, count } = row;
  const other = textFor(texts.operations, operation) ?? operation;
  if (row.status >= 400) return texts.naming.refused(who, other);
  const known = Object.hasOwn(texts.sentences, operation) ? texts.sentences[operation] : undefined;
  const sentence = isWaiting(row) ? texts.naming.waits : known;
  if (sentence === undefined) return texts.naming.other(who, other);
  const title = row.thing?.title ?? null;
  return sentence({
    who,
    title: title === null ? '' : texts.naming.quoted(title),
    count,
    images: Math.max(1, row.imageCount),
  });
}
