import { FormatsNotInstalled } from '@cairn/spaces';
import type { FeatureFiles } from '@cairn/spaces/spi';

/** Stands in for the package that reads and writes files. Refuses at once, before anything is received. */
export class NoFeatureFiles implements FeatureFiles {
  receive(): never {
    throw new FormatsNotInstalled();
  }

  inspect(): never {
    throw new FormatsNotInstalled();
  }

  read(): never {
    throw new FormatsNotInstalled();
  }

  write(): never {
    throw new FormatsNotInstalled();
  }
}
