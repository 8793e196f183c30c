import type { PortsOf } from '@cairn/kernel';
import type { Image } from '../image/image.js';
import { AdmitUpload, type Admission } from './admit-upload.js';
import { discardUpload, ReceiveUpload, type UploadSource } from './receive-upload.js';
import type { UploadDetails } from './upload-details.js';

export interface Upload extends UploadSource, Pick<Admission, 'reused'> {
  /** Called once the bytes have arrived: a form may send the details after the file. */
  readonly details: () => Promise<UploadDetails>;
}

/** Receives an image and admits it in one call. */
export class UploadImage {
  static readonly ports = { ...ReceiveUpload.ports, ...AdmitUpload.ports };

  private readonly receiveUpload: ReceiveUpload;
  private readonly admitUpload: AdmitUpload;

  constructor(private readonly ports: PortsOf<typeof UploadImage.ports>) {
    this.receiveUpload = new ReceiveUpload(ports);
    this.admitUpload = new AdmitUpload(ports);
  }

  /**
   * @throws {QuotaExceeded} before any byte is read when the quota is already used up, or when it fills up meanwhile.
   * @throws {ByteQuotaExceeded} when its bytes do not fit.
   * @throws {InvalidInput} {FileTooLarge} {UnsupportedImageType} {UndecodableImage} {TooManyPixels}
   */
  async execute({ details, reused, ...source }: Upload): Promise<Image> {
    const known = source.id === undefined ? [] : await this.ports.catalog.find(source.owner, [source.id]);
    if (known[0] !== undefined) return known[0];
    const received = await this.receiveUpload.execute(source);
    try {
      return await this.admitUpload.execute(received, await details(), { reused });
    } finally {
      await discardUpload(received);
    }
  }
}
