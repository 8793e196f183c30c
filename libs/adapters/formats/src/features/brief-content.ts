import type { FileContent, FileItem } from '@cairn/spaces';
import { READING_LIMITS } from '../limits/reading-limits.js';

/** What is told of a file: the first of its columns, layers and samples, because a file may have a million of them, or large ones. */
export function briefContent({ columns, layers, sample, ...content }: FileContent): FileContent {
  return {
    ...content,
    ...(layers !== undefined && { layers: first(layers) }),
    columns: first(columns),
    sample: first(sample.map(brief), { atLeast: 1 }),
  };
}

/** A fault names columns and values, which may be as long as a row. */
export const briefReason = (reason: string): string =>
  reason.length <= READING_LIMITS.reasonLength ? reason : `${reason.slice(0, READING_LIMITS.reasonLength)}…`;

const brief = (item: FileItem): FileItem =>
  'reason' in item ? { ...item, reason: briefReason(item.reason) } : item;

function first<T>(items: readonly T[], { atLeast = 0 }: { readonly atLeast?: number } = {}): readonly T[] {
  let length = 0;
  const beyond = items.findIndex((item, index) => {
    length += JSON.stringify(item).length;
    return index >= atLeast && (index === READING_LIMITS.toldItems || length > READING_LIMITS.toldLength);
  });
  return beyond < 0 ? items : items.slice(0, beyond);
}
