import { createHash } from 'node:crypto';
import { atOnce, type ServerProcess } from '@cairn/harness';
import type { Cycle } from '../kills.js';
import type { Ledger, Sent } from './requests.js';

const AT_ONCE = 8;

interface Found {
  readonly id: string;
  readonly url: string;
  readonly path: string;
}

/** Checks a restarted server against every promise, and resolves the requests that were in flight. */
export class Reopening {
  private readonly faults: string[] = [];

  constructor(
    private readonly server: ServerProcess,
    private readonly ledger: Ledger,
  ) {}

  /** Records the outcome of requests in flight in the ledger, and counts them. */
  async check(): Promise<Cycle> {
    const uploads = this.ledger.in('sending');
    const deletes = this.ledger.in('deleting');
    await atOnce(AT_ONCE, uploads, (image) => this.settleUpload(image));
    await atOnce(AT_ONCE, deletes, (image) => this.settleDelete(image));
    await atOnce(AT_ONCE, this.ledger.in('stored'), (image) => this.expectWhole(image));
    await atOnce(AT_ONCE, this.ledger.in('deleted'), (image) => this.expectGone(image));
    await this.expectCount(this.ledger.in('stored').length);
    const count = (images: readonly Sent[], state: Sent['state']): number =>
      images.filter((image) => image.state === state).length;
    return {
      counts: {
        'uploads in flight that survived whole': count(uploads, 'stored'),
        'uploads in flight that left nothing': count(uploads, 'lost'),
        'deletes in flight that were done': count(deletes, 'deleted'),
        'deletes in flight that were not': count(deletes, 'stored'),
      },
      faults: this.faults,
    };
  }

  private async settleUpload(image: Sent): Promise<void> {
    const response = await this.server.fetch(`/api/tags/${image.tag}/images`);
    const found = (await response.json()) as readonly Found[];
    const [record] = response.ok ? found : [];
    if (!response.ok)
      this.faults.push(`the listing of ${image.tag}, whose upload was in flight, answers ${response.status}`);
    if (found.length > 1) this.faults.push(`${image.tag} was in flight and is there ${found.length} times`);
    if (record !== undefined && record.path !== image.path)
      this.faults.push(`${image.tag} was in flight and has the path '${record.path}'`);
    image.state = record === undefined ? 'lost' : 'stored';
    if (record === undefined) return;
    image.id = record.id;
    image.file = new URL(record.url).pathname;
  }

  private async settleDelete(image: Sent): Promise<void> {
    const { status } = await this.record(image);
    if (status !== 200 && status !== 404)
      this.faults.push(`the record of ${image.tag}, whose deletion was in flight, answers ${status}`);
    image.state = status === 200 ? 'stored' : 'deleted';
  }

  private async expectWhole(image: Sent): Promise<void> {
    const [record, file] = [await this.record(image), await this.file(image)];
    if (record.status !== 200) this.faults.push(`the record of stored ${image.tag} answers ${record.status}`);
    if (file.status !== 200) this.faults.push(`the file of stored ${image.tag} answers ${file.status}`);
    else if (file.sha256 !== image.sha256)
      this.faults.push(`the file of stored ${image.tag} has other bytes than were sent`);
    if (image.stored.sha256 === image.sha256) return;
    const original = await this.file({ file: `/api/images/${image.id ?? ''}/original` }, this.server.key);
    if (original.sha256 !== image.stored.sha256)
      this.faults.push(
        `the original of stored ${image.tag} has other bytes than were sent (${original.status})`,
      );
  }

  private async expectGone(image: Sent): Promise<void> {
    const [record, file] = [await this.record(image), await this.file(image)];
    if (record.status !== 404)
      this.faults.push(`the record of deleted ${image.tag} answers ${record.status}`);
    // A later copy of the same image gets the address that its deleted copy had.
    const isTakenAgain = this.ledger.in('stored').some((other) => other.file === image.file);
    if (file.status !== 404 && !isTakenAgain)
      this.faults.push(`the file of deleted ${image.tag} answers ${file.status}`);
  }

  private async expectCount(stored: number): Promise<void> {
    const { imageCount, bytes } = await this.server.json<{
      readonly imageCount: number;
      readonly bytes: { readonly used: number };
    }>('GET', '/api/quota?include=bytes');
    if (imageCount !== stored) this.faults.push(`the quota counts ${imageCount} images, there are ${stored}`);
    const sum = [...this.ledger.blobs.values()].reduce((total, size) => total + size, 0);
    if (bytes.used !== sum) this.faults.push(`the quota counts ${bytes.used} bytes, there are ${sum}`);
  }

  /** Status 0 stands for a truncated response. */
  private async file(
    image: Pick<Sent, 'file'>,
    key: string | null = null,
  ): Promise<{ readonly status: number; readonly sha256: string }> {
    try {
      const response = await this.server.fetch(image.file ?? '', { key });
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, sha256: createHash('sha256').update(bytes).digest('hex') };
    } catch {
      return { status: 0, sha256: '' };
    }
  }

  private async record(image: Sent): Promise<Response> {
    const response = await this.server.fetch(`/api/images/${image.id ?? ''}`);
    await response.arrayBuffer();
    return response;
  }
}
