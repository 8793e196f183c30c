import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ListAccounts, scopes } from '@cairn/access';
import type { Application } from '@cairn/composition';
import { DeleteImages, ListImages, type Image } from '@cairn/images';
import { Trash } from '@cairn/kernel';
import { NoiseImage } from '../images/noise-image.js';
import type { Cycle } from '../kills.js';

const PAGE = 1_000;
const noise = NoiseImage.ofSide(24);

/** A file that is imported. */
interface File {
  readonly name: string;
  readonly sha256: string;
  /** Of its image, once an import told of it or it was found stored. */
  id?: string | undefined;
  state: 'waiting' | 'stored' | 'expired';
}

/** A folder of files to import, and what is known of their images. Expired ones are in the trash, or no more. */
export class MovedIn {
  /** Where the images are put. */
  readonly path = 'moved-in';
  private readonly files: File[] = [];

  constructor(readonly folder: string) {}

  /** More files for the next import. */
  async add(count: number): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    for (let number = 0; number < count; number += 1) {
      const name = `${this.files.length}.png`;
      const bytes = noise.with(name);
      await writeFile(join(this.folder, name), bytes);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      this.files.push({ name, sha256, state: 'waiting' });
    }
  }

  /** Learns what an import has acknowledged, of the lines that are whole. Returns how many files. */
  acknowledge(output: string): number {
    const lines = output.match(/^\{"file".*\}$/gm) ?? [];
    for (const line of lines) {
      // The cast is safe: this is what `import --json` prints.
      const { file, id } = JSON.parse(line) as { readonly file: string; readonly id?: string };
      const known = this.files.find(({ name }) => name === file);
      if (known === undefined || id === undefined) continue;
      known.id ??= id;
      known.state = 'stored';
    }
    return lines.length;
  }

  /** Deletes some images at a moment so long ago that they expire when a server looks. Returns how many. */
  async expire(application: Application, count: number): Promise<number> {
    const chosen = this.files.filter(({ state }) => state === 'stored').slice(0, count);
    const ids = chosen.map(({ id = '' }) => id);
    const { deleted } = await application.get(DeleteImages).execute(await ownerOf(application), ids);
    for (const file of chosen) file.state = 'expired';
    return deleted.length;
  }

  /** Compares all images of the folder with what was acknowledged. */
  async check(application: Application): Promise<Cycle> {
    const owner = await ownerOf(application);
    const found = new Map<string, Image[]>();
    for (const image of await this.imagesOf(application, owner)) {
      const { sha256 } = image.file;
      found.set(sha256, [...(found.get(sha256) ?? []), image]);
    }
    const faults = this.files.flatMap((file) => faultsOf(file, found.get(file.sha256) ?? []));
    for (const { sha256 } of this.files) found.delete(sha256);
    for (const [image] of found.values()) faults.push(`other bytes: the image ${image?.id}`);
    const expired = this.files.filter(({ state }) => state === 'expired').map(({ id = '' }) => id);
    const left = await application.get(Trash).find(owner, expired);
    const stored = this.files.filter(({ state }) => state === 'stored').length;
    return { counts: { 'files there once': stored, 'in the trash': left.length }, faults };
  }

  private async imagesOf(application: Application, owner: string): Promise<readonly Image[]> {
    const list = application.get(ListImages);
    const images: Image[] = [];
    for (let after: Parameters<typeof list.execute>[2]['after']; ;) {
      const page = await list.execute(owner, { path: this.path }, { limit: PAGE, after });
      images.push(...page.images);
      after = page.next;
      if (after === undefined) return images;
    }
  }
}

/** Learns of an image that was stored by a killed import that did not tell of it any more. */
function faultsOf(file: File, [image, ...others]: readonly Image[]): readonly string[] {
  if (others.length > 0) return [`extra: ${file.name} is there ${1 + others.length} times`];
  if (file.state === 'expired') return image === undefined ? [] : [`extra: ${file.name}, which was deleted`];
  if (image === undefined) return file.state === 'waiting' ? [] : [`missing: ${file.name}`];
  if (file.id !== undefined && file.id !== image.id) return [`missing: the first image of ${file.name}`];
  file.id = image.id;
  file.state = 'stored';
  return [];
}

/** The only account. */
async function ownerOf(application: Application): Promise<string> {
  const [account] = (await application.get(ListAccounts).execute({ accountId: '', scopes }, { limit: 1 }))
    .items;
  return account?.id ?? '';
}
