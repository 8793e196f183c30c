import { saveFile } from '../../../components/save-file.ts';

/** Where an archive is written to. */
export interface ArchiveSink {
  readonly stream: WritableStream<Uint8Array>;
  /** To be called when all is written: hands the file over, where it is not where people want it yet. */
  readonly finish: () => Promise<void>;
  readonly isInMemory: boolean;
}

interface Picker {
  readonly showSaveFilePicker?: (options: object) => Promise<FileSystemFileHandle>;
}

const PREFIX = 'archive-';
const OLD_MS = 3_600_000;

/**
 * A file that people choose, where the browser lets a page write to it; else one that only the page sees, on the disk too, which
 * is downloaded when it is whole. A page without https has neither, and collects the archive in memory.
 * @throws {DOMException} `AbortError` when someone chooses none.
 */
export async function openArchiveSink(name: string): Promise<ArchiveSink> {
  const { showSaveFilePicker } = globalThis as Picker;
  if (showSaveFilePicker !== undefined) {
    const types = [{ description: 'ZIP', accept: { 'application/zip': ['.zip'] } }];
    const chosen = await showSaveFilePicker.call(globalThis, { suggestedName: name, types });
    return { stream: await chosen.createWritable(), finish: async () => undefined, isInMemory: false };
  }
  return (await privateFile(name).catch(() => undefined)) ?? inMemory(name);
}

async function privateFile(name: string): Promise<ArchiveSink | undefined> {
  const folder = await navigator.storage.getDirectory();
  await removeOld(folder);
  const file = await folder.getFileHandle(`${PREFIX}${Date.now()}.zip`, { create: true });
  const finish = async (): Promise<void> => saveFile(await file.getFile(), name);
  return { stream: await file.createWritable(), finish, isInMemory: false };
}

/** The browser may still read a file that was handed over: they go the next time. */
async function removeOld(folder: FileSystemDirectoryHandle): Promise<void> {
  // TypeScript's DOM types have no iteration over a folder yet; browsers that have this folder have it.
  const entries = folder as unknown as { keys: () => AsyncIterable<string> };
  for await (const name of entries.keys())
    if (name.startsWith(PREFIX) && Number.parseInt(name.slice(PREFIX.length)) < Date.now() - OLD_MS)
      await folder.removeEntry(name);
}

function inMemory(name: string): ArchiveSink {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const stream = new WritableStream<Uint8Array>({ write: (part) => void parts.push(new Uint8Array(part)) });
  const finish = async (): Promise<void> => saveFile(new Blob(parts, { type: 'application/zip' }), name);
  return { stream, finish, isInMemory: true };
}
