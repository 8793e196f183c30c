import { Bootstrap, Authenticate, KeySecret } from '@cairn/access';
import type { SecretDigest } from '@cairn/access/spi';
import {
  MemoryAccountRepository,
  MemoryApiKeyRepository,
  MemoryBlobStore,
  MemoryCatalogRepository,
  MemoryFolderDefaultRepository,
  MemoryImageProcessor,
  MemorySpaceRepository,
} from '@cairn/adapter-memory';
import { addressOf, CatalogRules, OpenFile, QuotaExceeded, ReadQuota, UploadImage } from '@cairn/images';
import type { Clock, IdGenerator } from '@cairn/kernel';
import { CreateSpace, ListSpaces, ownerCaller, SpaceStorage } from '@cairn/spaces';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** A PNG of one pixel. */
const png = bytesOf(
  '89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55' +
    '0000000a49444154789c63a8070000810080d394534a0000000049454e44ae426082',
);

class StoppedClock implements Clock {
  now(): number {
    return 1_000_000_000_000;
  }
}

class CountedIds implements IdGenerator {
  private count = 0;

  next(length: number): string {
    this.count += 1;
    return String(this.count).padStart(length, '0');
  }
}

const digest: SecretDigest = { digest: (secret) => bytesToHex(sha256(utf8ToBytes(secret))) };

/** Stores two photos, a space of trails and a key, all in memory. Returns what it observed. */
export async function photoClub(): Promise<unknown> {
  const time = { clock: new StoppedClock(), ids: new CountedIds() };
  const accounts = { accounts: new MemoryAccountRepository(), keys: new MemoryApiKeyRepository() };
  const secret = (await new Bootstrap({ ...accounts, ...time, digest }).execute(undefined)) ?? '';
  const { accountId: owner, scopes } = await new Authenticate({ ...accounts, ...time, digest }).execute(
    secret,
  );

  const catalog = new MemoryCatalogRepository();
  const stores = {
    catalog,
    byteQuotas: catalog.byteQuotas,
    folderDefaults: new MemoryFolderDefaultRepository(),
    blobs: new MemoryBlobStore(time.clock),
  };
  const rules = new CatalogRules({ imageQuota: 2 });
  const uploadImage = new UploadImage({ ...stores, ...time, rules, processor: new MemoryImageProcessor() });
  const upload = (name: string) =>
    uploadImage.execute({
      owner,
      bytes: pieces(png),
      details: async () => ({ name, path: 'club', tags: ['summit'] }),
    });
  const image = await upload('summit.png');
  await upload('hut.png');
  const third = await upload('lake.png').catch((error: unknown) => error);
  const served = await new OpenFile(stores).execute(addressOf(image));

  const spaces = { spaces: new MemorySpaceRepository() };
  const caller = ownerCaller({ owner });
  const createSpace = new CreateSpace({ ...spaces, ...time, storage: new SpaceStorage('memory') });
  await createSpace.execute(caller, { title: 'Trails', description: '' });
  const listed = await new ListSpaces(spaces).execute(caller, {}, { limit: 10 });

  return {
    wellFormedKey: KeySecret.parse(secret) !== undefined,
    scopes: scopes.length,
    image: { id: image.id, createdAt: image.createdAt, address: addressOf(image), tags: image.tags },
    format: [image.file.contentType, image.file.width, image.file.height],
    sameBytes: bytesToHex(await gathered(await served.read())) === bytesToHex(png),
    third: third instanceof QuotaExceeded ? third.code : third,
    quota: await new ReadQuota({ ...stores, rules }).execute(owner),
    spaces: listed.items.map(({ title }) => title),
  };
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 16) yield bytes.slice(start, start + 16);
}

async function gathered(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const bytes: number[] = [];
  for await (const piece of source) bytes.push(...piece);
  return Uint8Array.from(bytes);
}
