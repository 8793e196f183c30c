import { DomainError } from '@cairn/kernel';

/** A file is not what it says, broken, or cut short. */
export class UnreadableFile extends DomainError {
  readonly code = 'unreadable-file';

  constructor(
    /** A sentence about the file. */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** A file has more of something than is read. */
export class FormatLimitExceeded extends DomainError {
  readonly code = 'format-limit-exceeded';

  constructor(
    /** What there is too much of, such as `columns`. */
    readonly what: string,
    readonly limit: number,
  ) {
    super(`The file has more than ${limit.toLocaleString('en')} ${what}.`);
  }
}

/** The reference system of the coordinates of a file is not known. */
export class UnknownCrs extends DomainError {
  readonly code = 'unknown-crs';

  constructor(
    /** As the file or its reader names it; absent if nothing says it. */
    readonly given?: string,
  ) {
    super(
      given === undefined
        ? 'The file does not say in which reference system its coordinates are. Choose one by its code, such as EPSG:2056, or EPSG:4326 for degrees.'
        : `The reference system ${JSON.stringify(given)} is not known. Choose one by its code, such as EPSG:2056.`,
    );
  }
}

/** As many files are being read as may be, and many wait. */
export class ReadersBusy extends DomainError {
  readonly code = 'readers-busy';

  constructor() {
    super('Too many files are being read. Try again in a minute.');
  }
}

/** The package that reads and writes files of these formats is not installed. */
export class FormatsNotInstalled extends DomainError {
  readonly code = 'formats-not-installed';

  constructor() {
    super('Files of this format need the package @cairn/adapter-formats, which is not installed here.');
  }
}
