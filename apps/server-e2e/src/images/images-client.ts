import { uploadForm, type ServerProcess, type UploadParts } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { expect } from '@jest/globals';

/** Uploads images, by default a JPEG. */
export class ImagesClient {
  constructor(private readonly server: ServerProcess) {}

  async upload(parts: Partial<UploadParts>, key?: string): Promise<Response> {
    return await this.server.fetch('/api/upload', {
      method: 'POST',
      body: uploadForm({ bytes: fixtures.jpeg.bytes, ...parts }),
      ...(key && { key }),
    });
  }

  async uploaded(parts: Partial<UploadParts>): Promise<{ readonly id: string; readonly url: string }> {
    const response = await this.upload(parts);
    expect(response.status).toBe(201);
    return (await response.json()) as { id: string; url: string };
  }
}
