import type { InstallationRepository } from '@cairn/images/spi';

/** Keeps the identifier in memory. */
export class MemoryInstallationRepository implements InstallationRepository {
  private id: string | undefined;
  private restored: number | undefined;

  async find(): Promise<string | undefined> {
    return this.id;
  }

  async claim(id: string): Promise<string> {
    return (this.id ??= id);
  }

  async restoredAt(): Promise<number | undefined> {
    return this.restored;
  }

  async markRestored(at: number): Promise<void> {
    if (this.id !== undefined) this.restored = at;
  }

  async promote(): Promise<boolean> {
    const wasCopy = this.restored !== undefined;
    this.restored = undefined;
    return wasCopy;
  }
}
