/** A file to upload, and the folder that it comes from. */
export interface FoundFile {
  readonly file: File;
  /** Relative to what was dropped or chosen, without the name; empty for none. */
  readonly folder: string;
}

/** The dropped files, including those in dropped folders and their subfolders. Call this during the event. */
export async function droppedFiles(transfer: DataTransfer | null): Promise<readonly FoundFile[]> {
  const items = [...(transfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = entries.map(async ({ entry, file }) => {
    if (entry?.isDirectory) return await filesIn(entry as FileSystemDirectoryEntry, entry.name);
    return file === null ? [] : [{ file, folder: '' }];
  });
  return (await Promise.all(found)).flat();
}

/** The files of an input, which may be a folder input. */
export function chosenFiles(files: FileList | null): readonly FoundFile[] {
  return [...(files ?? [])].map((file) => ({
    file,
    folder: file.webkitRelativePath.split('/').slice(0, -1).join('/'),
  }));
}

async function filesIn(directory: FileSystemDirectoryEntry, folder: string): Promise<readonly FoundFile[]> {
  const reader = directory.createReader();
  const found: FoundFile[] = [];
  for (;;) {
    // Browsers return at most a hundred entries at a time.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return found;
    for (const entry of entries) {
      if (entry.isDirectory)
        found.push(...(await filesIn(entry as FileSystemDirectoryEntry, `${folder}/${entry.name}`)));
      else found.push({ file: await fileOf(entry as FileSystemFileEntry), folder });
    }
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));
