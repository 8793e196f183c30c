import type { OpenFile } from '@cairn/images';

/** Longer than looking up a file and the caller takes. */
const LEAST_MS = 3;

/**
 * Makes refusals take the same time, whatever the reason. Otherwise a private file differs from an absent one by some
 * 40 µs, which the mean of many responses reveals. The timer starts before the look-up, so that the duration of the
 * look-up cannot be measured.
 */
export async function refuseEvenly<T>(find: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const least = new Promise<void>((resolve) => (timer = setTimeout(resolve, LEAST_MS)));
  try {
    return await find();
  } catch (error) {
    await least;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Opens files for strangers. Refusing a private file takes as long as refusing an absent one. */
export const openEvenly = (openFile: Pick<OpenFile, 'execute'>): Pick<OpenFile, 'execute'> => ({
  execute: (address, viewer) => refuseEvenly(() => openFile.execute(address, viewer)),
});
