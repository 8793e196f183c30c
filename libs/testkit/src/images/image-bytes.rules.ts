import { assert } from '../assert.js';
import { ByteQuotaExceeded, discardUpload, type ExpectedSize } from '@cairn/images';
import { several } from '../builders.js';
import { inPieces } from '../blobs/blob-bytes.js';
import type { Contract } from '../contract.js';
import { anUpload, assertStored, imageCatalog, type ImageCatalogPorts } from './image-catalog.js';
import { fixtures } from './image-fixtures.js';
import { assertAll, rejection, settle } from '../outcomes.js';

const { bytes } = fixtures.png;
const { length } = bytes;
const PIECE_BYTES = 16;
const ROUNDS = 20;

/** An upload that tells how many of its bytes were taken, of a size that is told or not. */
function counted(given: { readonly owner?: string; readonly sizeInBytes?: ExpectedSize } = {}) {
  let taken = 0;
  async function* source(): AsyncGenerator<Uint8Array> {
    for await (const piece of inPieces(bytes, PIECE_BYTES)) {
      taken += piece.length;
      yield piece;
    }
  }
  return { upload: { ...anUpload(), ...given, bytes: source() }, taken: () => taken };
}

/** Quotas in bytes of uploads. */
export const imageByteRules = {
  'an upload is counted with the bytes that are stored, and holds no room any more': async ({ open }) => {
    const ports = await open();
    const { upload } = imageCatalog(ports, { byteQuota: 10 * length });
    for (const sizeInBytes of [undefined, length, 2 * length, () => 2 * length, () => 3])
      await upload.execute({ ...anUpload({ bytes }), sizeInBytes });
    assert.deepEqual(await usage(ports), { used: 5 * length, reserved: 0 });
  },

  'an upload of which no byte fits is refused before one is read': async ({ open }) => {
    const ports = await open();
    const { upload } = imageCatalog(ports, { byteQuota: length });
    await upload.execute(anUpload({ bytes }));
    for (const sizeInBytes of [() => undefined, () => length, length]) {
      const { upload: given, taken } = counted({ sizeInBytes });
      assert.ok((await rejection(upload.execute(given))) instanceof ByteQuotaExceeded);
      assert.equal(taken(), 0);
    }
    assert.deepEqual(await usage(ports), { used: length, reserved: 0 });
  },

  'an upload ends with the first bytes that do not fit, and leaves nothing': async ({ open }) => {
    const ports = await open();
    const byteQuota = Math.floor(length / 2);
    const { upload } = imageCatalog(ports, { byteQuota });
    const { upload: given, taken } = counted();
    assert.ok((await rejection(upload.execute(given))) instanceof ByteQuotaExceeded);
    assert.ok(taken() > byteQuota && taken() <= byteQuota + PIECE_BYTES, String(taken()));
    assert.deepEqual(await usage(ports), { used: 0, reserved: 0 });
    await assertStored(ports, 0);
  },

  'an upload fits that is told to be at most larger than it is': async ({ open }) => {
    const ports = await open();
    const { upload } = imageCatalog(ports, { byteQuota: length });
    await upload.execute(counted({ sizeInBytes: () => length + 200 }).upload);
    assert.deepEqual(await usage(ports), { used: length, reserved: 0 });
  },

  'the room of an upload is held from the beginning until it is given up': async ({ open }) => {
    const ports = await open();
    const { receive, upload } = imageCatalog(ports, { byteQuota: 2 * length - 1 });
    const received = await receive.execute(counted({ sizeInBytes: length }).upload);
    assert.deepEqual(await usage(ports), { used: 0, reserved: length });
    assert.ok((await rejection(upload.execute(anUpload({ bytes })))) instanceof ByteQuotaExceeded);
    await discardUpload(received);
    await upload.execute(anUpload({ bytes }));
    assert.deepEqual(await usage(ports), { used: length, reserved: 0 });
  },

  'an upload that fails gives its room back': async ({ open }) => {
    const ports = await open();
    const { upload } = imageCatalog(ports, { byteQuota: 2 * length });
    const details = async () => ({ name: 'a.png', path: 'a//b' });
    for (const refused of [
      anUpload({ bytes: bytes.subarray(0, length - 40) }),
      { ...anUpload({ bytes }), details },
    ])
      assert.notEqual((await rejection(upload.execute(refused))).code, 'quota-exceeded');
    assert.deepEqual(await usage(ports), { used: 0, reserved: 0 });
  },

  'uploads at once fill the quota to the byte, and those that do not fit leave nothing': async ({ open }) => {
    const ports = await open();
    const { upload } = imageCatalog(ports, { byteQuota: 5 * length });
    for (const owner of several(ROUNDS, (round) => `owner-${round}`)) {
      const attempts = several(10, (number) => {
        const sizeInBytes = number % 2 === 0 ? length : () => length;
        return upload.execute(counted({ owner, sizeInBytes }).upload);
      });
      const { values, refusals } = await settle(attempts);
      assert.equal(values.length, 5);
      assertAll(refusals, 5, 'quota-exceeded');
      assert.deepEqual(await usage(ports, owner), { used: 5 * length, reserved: 0 });
    }
    await assertStored(ports, 5 * ROUNDS);
  },
} satisfies Contract<ImageCatalogPorts>;

async function usage({ byteQuotas, clock }: ImageCatalogPorts, owner = 'alice') {
  return await byteQuotas.usage(owner, clock.now());
}
