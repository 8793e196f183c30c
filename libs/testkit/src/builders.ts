import type { Account, ApiKey, Challenge, Invite, Passkey, Session, User } from '@cairn/access';
import type { LinkedIdentity } from '@cairn/access/spi';
import type { Album, HostedFile, Image, NewBlob, NewBlobArea, Preset } from '@cairn/images';
import type { ImageFile, SigningKey } from '@cairn/images/spi';
import type { Space, SpaceSettings } from '@cairn/spaces';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

let made = 0;

/** An image of alice. Identifier, address, blob and time are unique unless given. */
export function anImage(
  given: Partial<Omit<Image, 'file'>> & { readonly file?: Partial<ImageFile> } = {},
): Image {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    owner: 'alice',
    path: 'holiday',
    fileName: `image-${number}.jpg`,
    tags: ['sea'],
    visibility: 'public',
    createdAt,
    updatedAt: createdAt,
    ...given,
    file: {
      contentType: 'image/jpeg',
      width: 640,
      height: 480,
      frames: 1,
      orientation: 1,
      blobKey: identifier(number, 32),
      sizeInBytes: 12_345,
      sha256: number.toString(16).padStart(64, '0'),
      ...given.file,
    },
  };
}

/** The file of an image that is stored whole: of these bytes, 12,345 are served. */
export function aWholeFile(sizeInBytes = 20_000): NonNullable<ImageFile['whole']> {
  return {
    sizeInBytes,
    sha256: 'c0ffee'.repeat(11).slice(0, 64),
    edits: [
      { start: 20, end: sizeInBytes - 12_324, bytes: 'ffe1' },
      { start: 8_000, end: 8_010, bytes: 'zeros' },
      { start: sizeInBytes - 1, end: sizeInBytes, bytes: '' },
    ],
  };
}

/** The hosted file of an image. */
export function hostedFileOf({ id: imageId, file, owner, visibility, createdAt }: Image): HostedFile {
  return { ...file, imageId, owner, visibility, createdAt };
}

/** A blob to commit, with the content type of PNG; an original unless another area is given. */
export function aBlob(key: string, area: NewBlobArea = 'originals'): NewBlob {
  return { area, key, contentType: 'image/png' };
}

/** An album of alice. Identifier and times are unique unless given. */
export function anAlbum(given: Partial<Album> = {}): Album {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    owner: 'alice',
    title: 'Holiday',
    description: '',
    order: 'manual',
    createdAt,
    updatedAt: createdAt,
    ...given,
  };
}

/** A preset of images. Name and time are unique unless given. */
export function aPreset(given: Partial<Preset> = {}): Preset {
  const { number, createdAt } = next();
  return { name: `preset-${number}`, query: 'w=320&format=webp', updatedAt: createdAt, ...given };
}

/** A key that signs addresses. Identifier, name and time are unique unless given. */
export function aSigningKey(given: Partial<SigningKey> = {}): SigningKey {
  const { number, createdAt } = next();
  const secret = identifier(number, 43);
  return { id: identifier(number, 22), name: `key-${number}`, secret, createdAt, ...given };
}

/** A space of alice. Identifier and times are unique unless given. */
export function aSpace(given: Partial<Space> = {}): Space {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 8),
    title: 'Trees',
    description: 'Every tree of the park',
    owner: 'alice',
    storageId: 'test',
    settings: {},
    createdAt,
    updatedAt: createdAt,
    contentUpdatedAt: createdAt,
    ...given,
  };
}

/** Every setting of a space, each unlike its default. */
export const allSettings = {
  shared: true,
  copyright: [{ label: '© Park', alt: 'Parks' }, {}],
  license: 'CC-BY-4.0',
  client: { deep: [{ '': null, "it's": '\u2028"\\' }, 1.5, 1e300, true] },
  searchableProperties: { 'name.de::string': true, size: false },
  sortableProperties: [['name', { size: 'desc' }]],
  region: 'eu-west-1',
  packages: ['maps', 'Trails'],
  tags: { start: { version: 0, description: 'empty' }, latest: {} },
  versionsToKeep: 10,
  readOnly: true,
  active: false,
  minTileLevel: 0,
  maxTileLevel: 22,
  cacheTTL: 0,
} satisfies Required<Omit<SpaceSettings, 'indexedByUse'>>;

/** An account. Identifier and time are unique unless given. */
export function anAccount(given: Partial<Account> = {}): Account {
  const { number, createdAt } = next();
  return { id: identifier(number, 22), name: `Account ${number}`, createdAt, ...given };
}

/** A usable key of alice. Identifier, digest and time are unique unless given. */
export function anApiKey(given: Partial<ApiKey> = {}): ApiKey {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    accountId: 'alice',
    name: `Key ${number}`,
    scopes: ['images:read'],
    hint: 'cairn_0000',
    digest: number.toString(16).padStart(64, '0'),
    createdAt,
    ...given,
  };
}

/** A member with an account and a name of their own. Unique unless given. */
export function aUser(given: Partial<User> = {}): User {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    accountId: `account${number}`,
    name: `User ${number}`,
    role: 'member',
    passwordHash: `$hash$${number}`,
    createdAt,
    ...given,
  };
}

/** A session of alice that ends in an hour. Identifier, digest and time are unique unless given. */
export function aSession(given: Partial<Session> = {}): Session {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    userId: 'alice',
    digest: number.toString(16).padStart(64, '0'),
    userAgent: `Browser ${number}`,
    createdAt,
    lastUsedAt: createdAt,
    expiresAt: createdAt + HOUR_MS,
    ...given,
  };
}

/** An invite for a member that ends in an hour. Identifier, digest and time are unique unless given. */
export function anInvite(given: Partial<Invite> = {}): Invite {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    digest: number.toString(16).padStart(64, '0'),
    purpose: 'invite',
    role: 'member',
    createdAt,
    expiresAt: createdAt + HOUR_MS,
    ...given,
  };
}

/** An identity of alice. Identifier, subject and time are unique unless given. */
export function anIdentity(given: Partial<LinkedIdentity> = {}): LinkedIdentity {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    userId: 'alice',
    issuer: 'https://id.example.org',
    subject: `Subject ${number}`,
    name: `someone${number}@example.org`,
    createdAt,
    ...given,
  };
}

/** A challenge for anyone that ends in an hour. Digest and time are unique unless given. */
export function aChallenge(given: Partial<Challenge> = {}): Challenge {
  const { number, createdAt } = next();
  return {
    digest: number.toString(16).padStart(64, '0'),
    purpose: 'identity-sign-in',
    state: `{"number":${number}}`,
    createdAt,
    expiresAt: createdAt + HOUR_MS,
    ...given,
  };
}

/** A passkey of alice that counts. Identifier, credential and time are unique unless given. */
export function aPasskey(given: Partial<Passkey> = {}): Passkey {
  const { number, createdAt } = next();
  return {
    id: identifier(number, 22),
    userId: 'alice',
    credentialId: `credential-${number}`,
    publicKey: `key-${number}`,
    counter: 1,
    transports: ['internal', 'hybrid'],
    name: `Phone ${number}`,
    createdAt,
    ...given,
  };
}

/** `count` items, each made from its index. */
export function several<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

export function next(): { readonly number: number; readonly createdAt: number } {
  made += 1;
  return { number: made, createdAt: START + made };
}

export function identifier(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
