import type { OpenFile } from '@cairn/images';

/** Longer than it takes to look up a file and whoever asks for it. */
const LEAST_MS = 3;

/**
 * Has a refusal take the same time whatever was found: what is closed differs by some 40 µs from what is not there, which
 * shows in the mean of many answers. The timer is set before the look-up, so that nothing of it is left in the time.
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

/** Opens files for strangers: what is private takes as long to be refused as what is not there. */
export const openEvenly = (openFile: Pick<OpenFile, 'execute'>): Pick<OpenFile, 'execute'> => ({
  execute: (address, viewer) => refuseEvenly(() => openFile.execute(address, viewer)),
});
