import {
  CreateLink,
  ManageLinks,
  OpenLink,
  shownPosition,
  UpdateLink,
  type LinkRequest,
} from '@cairn/access';
import { StorageUnavailable } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { knownLinkSecrets } from './known-link-secrets.spec.kit.js';
import { MemoryLinkRepository } from './memory-link-repository.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { MemoryPasswordHash } from './users/memory-password-hash.js';

const NOW = 1_800_000_000_000;

function opened() {
  const clock = new ManualClock(NOW);
  const links = new MemoryLinkRepository();
  const ports = {
    links,
    clock,
    digest: { digest: (secret: string) => bytesToHex(sha256(utf8ToBytes(secret))) },
    secrets: knownLinkSecrets(),
    passwords: new MemoryPasswordHash(),
    ids: new SequenceIdGenerator(),
  };
  const open = new OpenLink(ports);
  const manage = new ManageLinks(ports);
  const update = new UpdateLink(ports);
  const make = async (request: Partial<LinkRequest> = {}) =>
    await new CreateLink(ports).execute('alice', { resource: { type: 'album', id: 'trip' }, ...request });
  return { clock, links, ports, open, manage, update, make };
}

describe('links', () => {
  it('are opened by their secret, of which only a digest is stored, and by nothing like it', async () => {
    const { open, make, links } = opened();
    const { link, secret } = await make();
    expect(secret).toMatch(/^[0-9A-Za-z]{22}$/);
    expect(await open.execute({ secret })).toEqual(link);
    expect(JSON.stringify(await links.list('alice', { limit: 9 }))).not.toContain(secret);
    for (const wrong of ['', 'x', secret.slice(1), `${secret}A`, secret.toLowerCase() + ' ', link.digest])
      await expect(open.execute({ secret: wrong })).rejects.toMatchObject({ code: 'link-not-found' });
  });

  it('let their holders look, unless they are for contributors', async () => {
    const { open, make } = opened();
    const [viewer, contributor] = [await make(), await make({ role: 'contributor' })];
    expect((await open.execute(viewer)).role).toBe('viewer');
    expect((await open.execute(contributor)).role).toBe('contributor');
  });

  it('open nothing once they have expired or are revoked', async () => {
    const { open, make, manage, clock } = opened();
    const { secret } = await make({ expiresAt: NOW + 10 });
    const other = await make();
    clock.advance(9);
    await open.execute({ secret });
    clock.advance(1);
    await expect(open.execute({ secret })).rejects.toMatchObject({ code: 'link-not-found' });
    await expect(open.unlock(secret, 'x')).rejects.toMatchObject({ code: 'link-not-found' });
    await manage.revoke('alice', other.link.id);
    await expect(open.execute(other)).rejects.toMatchObject({ code: 'link-not-found' });
    await expect(make({ expiresAt: NOW })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('with a password need a proof of it, which opens no other link', async () => {
    const { open, make } = opened();
    const [one, other] = [await make({ password: 'lake at dawn' }), await make({ password: 'lake at dawn' })];
    await expect(open.execute(one)).rejects.toMatchObject({ code: 'link-password-needed' });
    await expect(open.unlock(one.secret, 'lake at Dawn')).rejects.toMatchObject({ code: 'wrong-password' });
    const proof = await open.unlock(one.secret, 'lake at dawn');
    expect((await open.execute({ secret: one.secret, proof })).id).toBe(one.link.id);
    await expect(open.execute({ secret: other.secret, proof })).rejects.toMatchObject({
      code: 'link-password-needed',
    });
    for (const password of ['short', 'x'.repeat(257), '\ud800'.repeat(6)])
      await expect(make({ password })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('are shown again to those who manage them, unless their secret comes from elsewhere', async () => {
    const { manage, make, links, ports } = opened();
    const { link, secret } = await make();
    expect(await manage.secretOf(link)).toBe(secret);
    const former = { ...link, id: 'made-before', digest: ports.digest.digest('A'.repeat(22)) };
    await links.add(former);
    expect(await manage.secretOf(former)).toBeUndefined();
    const without = new ManageLinks({
      ...ports,
      secrets: { secretOf: async () => await Promise.reject(new StorageUnavailable('No key.')) },
    });
    expect(await without.secretOf(link)).toBeUndefined();
  });

  it('are changed by the rules they are made by, at the same address', async () => {
    const { open, update, make, clock } = opened();
    const { link, secret } = await make({ password: 'lake at dawn', expiresAt: NOW + 10 });
    const proof = await open.unlock(secret, 'lake at dawn');
    await update.execute('alice', link.id, { role: 'contributor', position: 'coarse', download: true });
    expect(await open.execute({ secret, proof })).toMatchObject({
      role: 'contributor',
      position: 'coarse',
      download: true,
      expiresAt: NOW + 10,
    });
    await update.execute('alice', link.id, { password: 'lake at dusk', expiresAt: null });
    await expect(open.execute({ secret, proof })).rejects.toMatchObject({ code: 'link-password-needed' });
    clock.advance(11);
    const renewed = await open.unlock(secret, 'lake at dusk');
    expect(await open.execute({ secret, proof: renewed })).not.toHaveProperty('expiresAt');
    await update.execute('alice', link.id, { password: null });
    expect(await open.execute({ secret })).toMatchObject({ role: 'contributor', download: true });
    for (const wrong of [{ password: 'short' }, { expiresAt: NOW }])
      await expect(update.execute('alice', link.id, wrong)).rejects.toMatchObject({ code: 'invalid-input' });
    const space = await make({ resource: { type: 'space', id: 'trails' } });
    await expect(update.execute('alice', space.link.id, { position: 'none' })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    await expect(update.execute('bob', link.id, {})).rejects.toMatchObject({ code: 'link-not-found' });
  });

  it('are previewed without their password, by a token that opens nothing and that holders cannot make', async () => {
    const { open, make, ports } = opened();
    const [one, other] = [await make({ password: 'lake at dawn' }), await make()];
    const { proof, token } = await open.preview(one.link, one.secret);
    expect(await open.execute({ secret: one.secret, proof })).toEqual(one.link);
    expect(await open.isPreview(one.link, token)).toBe(true);
    for (const wrong of ['', one.secret, proof ?? '', ports.digest.digest(one.secret)])
      expect(await open.isPreview(one.link, wrong)).toBe(false);
    expect(await open.isPreview(other.link, token)).toBe(false);
    await expect(open.execute({ secret: token })).rejects.toMatchObject({ code: 'link-not-found' });
    expect((await open.preview(other.link, other.secret)).proof).toBeUndefined();
  });

  it('count how often they were opened, in the store once a minute', async () => {
    const { open, make, manage, clock } = opened();
    const { link } = await make();
    clock.advance(5);
    for (const use of [link, link, link]) await open.countUse(use);
    const stored = async () => (await manage.list('alice', { limit: 9 })).items[0];
    expect(await stored()).toMatchObject({ uses: 1, lastUsedAt: NOW + 5 });
    clock.advance(60_000);
    await open.countUse(link);
    expect(await stored()).toMatchObject({ uses: 4, lastUsedAt: NOW + 60_005 });
  });

  it.each([
    [
      { longitude: 8.5417, latitude: 47.3769 },
      { longitude: 8.55, latitude: 47.35 },
    ],
    [
      { longitude: -0.01, latitude: -0.01 },
      { longitude: -0.05, latitude: -0.05 },
    ],
    [
      { longitude: 180, latitude: 90 },
      { longitude: 179.95, latitude: 89.95 },
    ],
    [
      { longitude: -180, latitude: -90 },
      { longitude: -179.95, latitude: -89.95 },
    ],
  ])('tell of %o the middle of its cell, if they are coarse', (exact, coarse) => {
    expect(shownPosition({ position: 'coarse' }, exact)).toEqual(coarse);
    expect(shownPosition({ position: 'coarse' }, coarse)).toEqual(coarse);
    expect(shownPosition({ position: 'exact' }, exact)).toEqual(exact);
    expect(shownPosition({ position: 'none' }, exact)).toBeUndefined();
  });
});
