import type { PortsOf } from '@cairn/kernel';
import { PreparedUploadRepository } from './prepared-upload-repository.js';
import { discardUpload, ReceiveUpload } from './receive-upload.js';
import { StoreUpload, type PreparedUpload } from './store-upload.js';
import type { Upload } from './upload-image.js';

/**
 * Receives an image and stores its bytes, so that its record can be made inside a transaction. Bytes whose record does not come
 * within an hour are deleted.
 */
export class PrepareUpload {
  static readonly ports = {
    ...ReceiveUpload.ports,
    ...StoreUpload.ports,
    prepared: PreparedUploadRepository,
  };

  private readonly receiveUpload: ReceiveUpload;
  private readonly storeUpload: StoreUpload;

  constructor(private readonly ports: PortsOf<typeof PrepareUpload.ports>) {
    this.receiveUpload = new ReceiveUpload(ports);
    this.storeUpload = new StoreUpload(ports);
  }

  /** @throws as `UploadImage` does, except that the catalog may still refuse the record. */
  async execute({ details, ...source }: Upload): Promise<PreparedUpload> {
    const { prepared, clock } = this.ports;
    const received = await this.receiveUpload.execute(source);
    const { owner, room } = received;
    const announce = async (blobKey: string): Promise<void> =>
      await prepared.add({ blobKey, owner, reservation: room?.id, preparedAt: clock.now() });
    try {
      const stored = await this.storeUpload.execute(received, await details(), announce);
      room?.end(); // the record takes its place, or `DiscardPrepared` releases it
      return stored;
    } finally {
      await discardUpload(received);
    }
  }
}
