import type { PortsOf } from '@cairn/kernel';
import { CatalogRules } from '../catalog/catalog-rules.js';
import type { ImageType } from '../image/image-type.js';
import { ImageProcessor } from './image-processor.js';

/** What holds for every uploaded file. */
export interface UploadLimits {
  readonly types: readonly ImageType[];
  readonly maxFileBytes: number;
  /** Frames × width × height. */
  readonly maxPixels: number;
  /** Maximum width and maximum height. */
  readonly maxSidePixels: number;
}

/** Tells what uploads are checked for, so that clients can check it before they send anything. */
export class ReadUploadLimits {
  static readonly ports = { processor: ImageProcessor, rules: CatalogRules };

  constructor(private readonly ports: PortsOf<typeof ReadUploadLimits.ports>) {}

  execute(): UploadLimits {
    const { processor, rules } = this.ports;
    const { maxFileBytes, maxPixels, maxSidePixels } = rules;
    return { types: processor.types, maxFileBytes, maxPixels, maxSidePixels };
  }
}
