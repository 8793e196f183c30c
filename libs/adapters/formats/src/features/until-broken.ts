import { UnreadableFile } from '@cairn/spaces';

/**
 * What is in front of a fault of the file, which is told: what comes before may be wanted.
 * @throws {UnreadableFile} for a fault in front of everything.
 */
export async function* untilBroken<T>(
  items: AsyncIterable<T>,
  tell: (fault: UnreadableFile) => void,
): AsyncGenerator<T, void, undefined> {
  let isFirst = true;
  try {
    for await (const item of items) {
      isFirst = false;
      yield item;
    }
  } catch (error) {
    if (isFirst || !(error instanceof UnreadableFile)) throw error;
    tell(error);
  }
}
