import type { InstallationRepository } from '@cairn/images/spi';

/** Keeps the identifier in memory. */
export class MemoryInstallationRepository implements InstallationRepository {
  private id: string | undefined;

  async find(): Promise<string | undefined> {
    return this.id;
  }

  async claim(id: string): Promise<string> {
    return (this.id ??= id);
  }
}
