import { assert } from '../assert.js';
import { ByteQuotaExceeded, type Image } from '@cairn/images';
import type { ByteQuotaRepository, ByteReservation, CatalogRepository } from '@cairn/images/spi';
import { anImage, aWholeFile, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertAll, rejection, settle } from '../outcomes.js';

/** Quotas in bytes, and the catalog that counts them. */
export interface ByteQuotaPorts {
  readonly byteQuotas: ByteQuotaRepository;
  readonly catalog: CatalogRepository;
}

const ENOUGH = 1_000;
const NOW = 1_800_000_000_000;
const ROUNDS = 20;

/** An image of so many bytes. */
const sized = (sizeInBytes: number, given: Partial<Omit<Image, 'file'>> = {}): Image =>
  anImage({ ...given, file: { sizeInBytes } });

let reservations = 0;

/** One of alice that is live for a second. */
const aReservation = (given: Partial<ByteReservation> = {}): ByteReservation => ({
  id: `reservation-${(reservations += 1)}`,
  owner: 'alice',
  sizeInBytes: 10,
  expiresAt: NOW + 1_000,
  ...given,
});

/** Rules for every `ByteQuotaRepository` beside its `CatalogRepository`. */
export const byteQuotaRepositoryContract = {
  'an unknown owner uses nothing and has no quota of their own': async ({ open }) => {
    const { byteQuotas, catalog } = await open();
    await catalog.add(sized(5), ENOUGH);
    await byteQuotas.setQuota('bob', undefined);
    assert.deepEqual(await byteQuotas.usage('bob', NOW), { used: 0, reserved: 0 });
  },

  'what is used is the bytes of the owner’s images, from the add to the remove': async ({ open }) => {
    const { byteQuotas, catalog } = await open();
    const images = [sized(2 ** 33), sized(1), sized(20), sized(300)];
    for (const image of [...images, sized(7, { owner: 'bob' })]) await catalog.add(image, ENOUGH);
    const used = async () => (await byteQuotas.usage('alice', NOW)).used;
    assert.equal(await used(), 2 ** 33 + 321);
    const [large, one, ...others] = images.map(({ id }) => id);
    await catalog.remove('alice', large ?? '');
    assert.equal(await used(), 321);
    await catalog.removeAll('alice', others);
    assert.equal(await used(), 1);
    await rejection(catalog.remove('bob', one ?? ''));
    assert.equal(await used(), 1);
  },

  'what is stored of a file counts, where that is more than what is served': async ({ open }) => {
    const { byteQuotas, catalog } = await open();
    const used = async () => (await byteQuotas.usage('alice', NOW)).used;
    const whole = anImage({ file: { sizeInBytes: 12_345, whole: aWholeFile(20_000) } });
    const given = { defaultQuota: 20_000, now: NOW };
    await rejection(catalog.add(whole, ENOUGH, { ...given, defaultQuota: 19_999 }));
    await catalog.add(whole, ENOUGH, given);
    assert.equal(await used(), 20_000);
    for (const countsBytes of [true, false]) {
      const disposal = { deletion: 'd', deletedAt: 1, expiresAt: 2, countsBytes };
      await catalog.remove('alice', whole.id, disposal);
      assert.equal(await used(), countsBytes ? 20_000 : 0);
      await catalog.restore('alice', whole.id, { defaultQuota: ENOUGH, bytes: given, now: NOW });
      assert.equal(await used(), 20_000);
    }
    await catalog.remove('alice', whole.id);
    assert.equal(await used(), 0);
  },

  'add past the quota is ByteQuotaExceeded with both figures, and counts nothing': async ({ open }) => {
    const { byteQuotas, catalog } = await open();
    await catalog.add(sized(60), ENOUGH, { defaultQuota: 100, now: NOW });
    const refused = catalog.add(sized(41), ENOUGH, { defaultQuota: 100, now: NOW });
    await assertNoRoom(refused, { usedBytes: 60, byteQuota: 100 });
    assert.equal((await byteQuotas.usage('alice', NOW)).used, 60);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 1 });
    await catalog.add(sized(40), ENOUGH, { defaultQuota: 100, now: NOW });
    assert.equal((await byteQuotas.usage('alice', NOW)).used, 100);
  },

  'an owner’s own quota goes before the default, and applies without one, until it is taken away': async ({
    open,
  }) => {
    const { byteQuotas, catalog } = await open();
    await byteQuotas.setQuota('alice', 10);
    await catalog.setQuota('alice', 5);
    assert.deepEqual(await byteQuotas.usage('alice', NOW), { used: 0, reserved: 0, quota: 10 });
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 0, quota: 5, byteQuota: 10 });
    await assertNoRoom(catalog.add(sized(11), ENOUGH), { usedBytes: 0, byteQuota: 10 });
    await catalog.add(sized(10), ENOUGH, { defaultQuota: 1, now: NOW });
    await byteQuotas.setQuota('alice', undefined);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 1, quota: 5 });
    await catalog.add(sized(2 ** 40), ENOUGH);
    const byDefault = catalog.add(sized(1), ENOUGH, { defaultQuota: 100, now: NOW });
    await assertNoRoom(byDefault, { usedBytes: 2 ** 40 + 10, byteQuota: 100 });
  },

  'a quota is each owner’s own, from 0 to the largest safe integer': async ({ open }) => {
    const { byteQuotas, catalog } = await open();
    await byteQuotas.setQuota('alice', 0);
    await byteQuotas.setQuota('Alice', Number.MAX_SAFE_INTEGER);
    assert.equal((await byteQuotas.usage('alice', NOW)).quota, 0);
    assert.equal((await byteQuotas.usage('Alice', NOW)).quota, Number.MAX_SAFE_INTEGER);
    await assertNoRoom(catalog.add(sized(1), ENOUGH), { usedBytes: 0, byteQuota: 0 });
    await catalog.add(sized(2 ** 40, { owner: 'Alice' }), ENOUGH);
  },

  'a reservation takes room from adds and from other reservations until it is released': async ({ open }) => {
    const { byteQuotas, catalog } = await open();
    const terms = { defaultQuota: 100, now: NOW };
    const reservation = aReservation({ sizeInBytes: 70 });
    await byteQuotas.reserve(reservation, terms);
    assert.deepEqual(await byteQuotas.usage('alice', NOW), { used: 0, reserved: 70 });
    const facts = { usedBytes: 70, byteQuota: 100 };
    await assertNoRoom(catalog.add(sized(31), ENOUGH, terms), facts);
    await assertNoRoom(byteQuotas.reserve(aReservation({ sizeInBytes: 31 }), terms), facts);
    await byteQuotas.reserve(aReservation({ sizeInBytes: 100, owner: 'bob' }), terms);
    await byteQuotas.release({ owner: 'bob', id: reservation.id });
    assert.equal((await byteQuotas.usage('alice', NOW)).reserved, 70);
    for (let times = 1; times <= 2; times += 1) await byteQuotas.release(reservation);
    await catalog.add(sized(100), ENOUGH, terms);
    assert.deepEqual(await byteQuotas.usage('alice', NOW), { used: 100, reserved: 0 });
  },

  'an image takes the place of its reservation, whatever its size': async ({ open }) => {
    const { byteQuotas, catalog } = await open();
    const terms = { defaultQuota: 100, now: NOW };
    const [first, second] = [aReservation({ sizeInBytes: 90 }), aReservation({ sizeInBytes: 10 })];
    for (const each of [first, second]) await byteQuotas.reserve(each, terms);
    await catalog.add(sized(80), ENOUGH, { ...terms, reservation: first.id });
    assert.deepEqual(await byteQuotas.usage('alice', NOW), { used: 80, reserved: 10 });
    const larger = catalog.add(sized(21), ENOUGH, { ...terms, reservation: second.id });
    await assertNoRoom(larger, { usedBytes: 80, byteQuota: 100 });
    assert.deepEqual(await byteQuotas.usage('alice', NOW), { used: 80, reserved: 10 });
    await catalog.add(sized(20), ENOUGH, { ...terms, reservation: second.id });
    assert.deepEqual(await byteQuotas.usage('alice', NOW), { used: 100, reserved: 0 });
  },

  'an image that is refused leaves its reservation': async ({ open }) => {
    const { byteQuotas, catalog } = await open();
    const terms = { defaultQuota: 100, now: NOW };
    const taken = sized(10);
    await catalog.add(taken, ENOUGH, terms);
    const reservation = aReservation({ sizeInBytes: 90 });
    await byteQuotas.reserve(reservation, terms);
    const bytes = { ...terms, reservation: reservation.id };
    const { fileName } = taken;
    assert.equal(
      (await rejection(catalog.add(sized(90, { fileName }), ENOUGH, bytes))).code,
      'address-taken',
    );
    assert.equal((await rejection(catalog.add(sized(90), 1, bytes))).code, 'quota-exceeded');
    assert.deepEqual(await byteQuotas.usage('alice', NOW), { used: 10, reserved: 90 });
  },

  'a reservation is replaced under its id, and stays as it was if that does not fit': async ({ open }) => {
    const { byteQuotas } = await open();
    const terms = { defaultQuota: 100, now: NOW };
    const reservation = aReservation({ sizeInBytes: 60 });
    for (const sizeInBytes of [60, 100, 30]) await byteQuotas.reserve({ ...reservation, sizeInBytes }, terms);
    const reserved = async () => (await byteQuotas.usage('alice', NOW)).reserved;
    assert.equal(await reserved(), 30);
    const tooLarge = byteQuotas.reserve({ ...reservation, sizeInBytes: 101 }, terms);
    await assertNoRoom(tooLarge, { usedBytes: 0, byteQuota: 100 });
    assert.equal(await reserved(), 30);
    await byteQuotas.reserve({ ...reservation, expiresAt: NOW + 5_000 }, { now: NOW });
    assert.equal((await byteQuotas.usage('alice', NOW + 4_999)).reserved, 60);
  },

  'a reservation that has expired takes no room': async ({ open }) => {
    const { byteQuotas, catalog } = await open();
    const reservation = aReservation({ sizeInBytes: 100 });
    await byteQuotas.reserve(reservation, { defaultQuota: 100, now: NOW });
    const { expiresAt } = reservation;
    const early = { defaultQuota: 100, now: expiresAt - 1 };
    await assertNoRoom(catalog.add(sized(1), ENOUGH, early), { usedBytes: 100, byteQuota: 100 });
    assert.equal((await byteQuotas.usage('alice', expiresAt)).reserved, 0);
    const late = { defaultQuota: 100, now: expiresAt };
    await catalog.add(sized(60), ENOUGH, late);
    await byteQuotas.reserve(aReservation({ sizeInBytes: 40, expiresAt: expiresAt + 1 }), late);
    const own = { ...late, reservation: reservation.id };
    await assertNoRoom(catalog.add(sized(1), ENOUGH, own), { usedBytes: 100, byteQuota: 100 });
  },

  'at the edge as much is stored as fits, by adds and by reservations at once': async ({ open }) => {
    const { byteQuotas, catalog } = await open();
    const terms = { defaultQuota: 70, now: NOW };
    const withReservation = async (owner: string): Promise<void> => {
      const reservation = aReservation({ owner });
      await byteQuotas.reserve(reservation, terms);
      await catalog.add(sized(10, { owner }), ENOUGH, { ...terms, reservation: reservation.id });
    };
    for (const owner of several(ROUNDS, (round) => `owner-${round}`)) {
      const attempts = several(20, (number) =>
        number % 2 === 0 ? withReservation(owner) : catalog.add(sized(10, { owner }), ENOUGH, terms),
      );
      const { values, refusals } = await settle(attempts);
      assert.equal(values.length, 7);
      assertAll(refusals, 13, 'quota-exceeded');
      assert.deepEqual(await byteQuotas.usage(owner, NOW), { used: 70, reserved: 0 });
      assert.equal((await catalog.usage(owner)).imageCount, 7);
    }
  },

  'after concurrent adds and removes the bytes are exact': async ({ open }) => {
    const { byteQuotas, catalog } = await open();
    const [stays, goes] = [several(20, (size) => sized(size)), several(20, (size) => sized(100 * size))];
    for (const image of goes) await catalog.add(image, ENOUGH);
    await Promise.all([
      ...stays.map((image) => catalog.add(image, ENOUGH)),
      ...goes.map(({ id }) => catalog.remove('alice', id)),
    ]);
    assert.equal((await byteQuotas.usage('alice', NOW)).used, (19 * 20) / 2);
  },

  'bytes, quotas and reservations are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    await ports.catalog.add(sized(60), ENOUGH);
    await ports.byteQuotas.setQuota('alice', 90);
    await ports.byteQuotas.reserve(aReservation({ sizeInBytes: 30 }), { now: NOW });
    const { byteQuotas } = await reopen(ports);
    assert.deepEqual(await byteQuotas.usage('alice', NOW), { used: 60, reserved: 30, quota: 90 });
  },
} satisfies Contract<ByteQuotaPorts>;

async function assertNoRoom(
  attempt: Promise<unknown>,
  facts: Pick<ByteQuotaExceeded, 'usedBytes' | 'byteQuota'>,
): Promise<void> {
  const error = await rejection(attempt);
  assert.ok(error instanceof ByteQuotaExceeded, error.code);
  assert.deepEqual({ usedBytes: error.usedBytes, byteQuota: error.byteQuota }, facts);
}
