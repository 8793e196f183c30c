import type { FileImportReport } from '@cairn/api-schema';
import { client } from '../../../api/client.ts';
import type { ImportWishes } from './import-wishes.ts';

/** Larger files are compared only if somebody wants that, because they are sent once more for it. */
export const COMPARED_UP_TO = 16 * 1024 ** 2;

/** What an import would do to a space that has features. */
export class DryRun {
  report = $state.raw<FileImportReport>();
  error = $state.raw<unknown>();
  isRunning = $state(false);
  private abort = new AbortController();

  constructor(
    private readonly spaceId: string,
    private readonly file: File,
  ) {}

  /** Of several runs, the latest one counts. */
  async run({ choices, broken, repeatedIds }: ImportWishes): Promise<void> {
    this.forget();
    const { signal } = this.abort;
    const { format, ...mapping } = choices;
    const { name } = this.file;
    const wishes = { name, format, mapping, broken, repeatedIds, dryRun: true };
    this.isRunning = true;
    try {
      const report = await client.features.importFile(this.spaceId, this.file, {
        ...wishes,
        signal,
        timeoutMs: Infinity,
      });
      if (!signal.aborted) this.report = report;
    } catch (error) {
      if (!signal.aborted) this.error = error;
    }
    if (!signal.aborted) this.isRunning = false;
  }

  /** Forgets what was found, because the file is read otherwise. */
  readonly forget = (): void => {
    this.abort.abort();
    this.abort = new AbortController();
    [this.report, this.error, this.isRunning] = [undefined, undefined, false];
  };
}
