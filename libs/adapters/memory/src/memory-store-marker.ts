import type { StoreMarker } from '@cairn/images';

/** Keeps the marker in memory. */
export class MemoryStoreMarker implements StoreMarker {
  private text: string | undefined;

  async find(): Promise<string | undefined> {
    return this.text;
  }

  async claim(text: string): Promise<string> {
    return (this.text ??= text);
  }

  async replace(text: string): Promise<void> {
    this.text = text;
  }
}
