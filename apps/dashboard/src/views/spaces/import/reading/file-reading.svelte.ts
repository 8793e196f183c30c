import type { FileMapping, FilePreview, ReadFormat } from '@cairn/api-schema';
import { isCairnError } from '@cairn/client';
import { client } from '../../../../api/client.ts';
import { headOf } from './head-of-file.ts';

/** What somebody chose about a file. */
export interface ReadingChoices extends FileMapping {
  readonly format?: ReadFormat | undefined;
}

export type ColumnChoice = NonNullable<FileMapping['columns']>[string];

/** So long nobody types or clicks before the file is read again. */
const SETTLED_MS = 350;
/** With another one of these the file has other columns. */
const BEFORE_COLUMNS = ['format', 'encoding', 'separator', 'header', 'layer'] as const;

/** How a file would be imported, by what was found in it and chosen. */
export class FileReading {
  choices = $state.raw<ReadingChoices>({});
  /** By the latest choices that could be read. */
  preview = $state.raw<FilePreview>();
  /** Why the file cannot be read with the latest choices. */
  error = $state.raw<unknown>();
  isReading = $state(false);
  /** How much of the file was sent, from 0 to 1. */
  sent = $state(0);
  private abort = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether its beginning does not say enough. */
  private needsAll = false;

  /** @param spaceId Gives the space that the file is for. */
  constructor(
    readonly file: File,
    private readonly spaceId: () => Promise<string>,
  ) {}

  /** Whether the preview is that of the choices. */
  readonly isSettled = $derived(!this.isReading && this.error === undefined && this.preview !== undefined);

  /** Changes choices; the preview follows. */
  choose(changed: ReadingChoices): void {
    const { columns, place, id, ...others } = this.choices;
    const isOther = BEFORE_COLUMNS.some((each) => each in changed);
    this.choices =
      'format' in changed ? changed : { ...others, ...(!isOther && { columns, place, id }), ...changed };
    this.isReading = true;
    this.abort.abort();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(), SETTLED_MS);
  }

  chooseColumn(name: string, changed: ColumnChoice): void {
    const { columns = {} } = this.choices;
    this.choose({ columns: { ...columns, [name]: { ...columns[name], ...changed } } });
  }

  /** Of several readings, the latest one counts. */
  async read(): Promise<void> {
    this.abort.abort();
    const { signal } = (this.abort = new AbortController());
    [this.isReading, this.sent] = [true, 0];
    try {
      const preview = await this.ask(signal);
      if (signal.aborted) return;
      [this.preview, this.error] = [preview, undefined];
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
    }
    this.isReading = false;
  }

  close(): void {
    clearTimeout(this.timer);
    this.abort.abort();
  }

  private async ask(signal: AbortSignal): Promise<FilePreview> {
    const head = this.needsAll ? this.file : await headOf(this.file);
    if (head === this.file) return await this.previewOf(this.file, signal);
    try {
      const { count: _, ...preview } = await this.previewOf(head, signal);
      return preview;
    } catch (error) {
      // It is cut in the middle of something.
      if (!isCairnError(error) || error.code !== 'unreadable-file') throw error;
      this.needsAll = true;
      return await this.previewOf(this.file, signal);
    }
  }

  private async previewOf(source: Blob, signal: AbortSignal): Promise<FilePreview> {
    const { format, ...mapping } = this.choices;
    const spaceId = await this.spaceId();
    return await client.features.previewFile(spaceId, source, {
      name: this.file.name,
      format,
      mapping,
      signal,
      timeoutMs: Infinity,
      onSent: ({ sentInBytes }) => (this.sent = Math.min(1, sentInBytes / Math.max(1, source.size))),
    });
  }
}
