import { CreateLink, ManageLinks, OpenLink, shownPosition, type LinkRequest } from '@cairn/access';
import { describe, expect, it } from '@jest/globals';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { ManualClock } from '../kernel/manual-clock.js';
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
    passwords: new MemoryPasswordHash(),
    ids: new SequenceIdGenerator(),
  };
  const open = new OpenLink(ports);
  const manage = new ManageLinks(ports);
  const make = async (request: Partial<LinkRequest> = {}) =>
    await new CreateLink(ports).execute('alice', { resource: { type: 'album', id: 'trip' }, ...request });
  return { clock, links, open, manage, make };
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
