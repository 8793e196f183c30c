import type { FileImportReport, ImportSummary } from '@cairn/api-schema';
import type { Fault } from '@cairn/kernel';

interface HttpErrorOptions {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly faults?: readonly Fault[] | undefined;
  /** The part of an import that was stored before it ended early. */
  readonly imported?: ImportSummary | undefined;
  /** The same of an import of a file. */
  readonly fileImport?: FileImportReport | undefined;
}

/** A request is rejected at the HTTP level, before any use case. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[] | undefined;
  readonly imported: ImportSummary | undefined;
  readonly fileImport: FileImportReport | undefined;

  constructor(
    { status, code, detail, headers = {}, faults, imported, fileImport }: HttpErrorOptions,
    options?: ErrorOptions,
  ) {
    super(detail, options);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.faults = faults;
    this.imported = imported;
    this.fileImport = fileImport;
  }
}
