import { operations, visitorsOf } from '@cairn/api-schema';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask, nothingBeside, openWorld, type Target, type World } from './public-door.spec.kit.js';

let world: World;

beforeAll(async () => (world = await openWorld()));
afterAll(async () => await world.close());

describe('the public door', () => {
  it('serves no operation of which nothing is said', () => {
    const { isPublic: _, ...added } = { ...operations[0], id: 'added', isPublic: undefined };
    const visitors = ['open', 'optional', 'key', 'session'] as const;
    for (const access of visitors) expect(visitorsOf({ ...added, scope: undefined, access })).toBe('nobody');
    for (const access of ['key', 'session'] as const)
      expect(visitorsOf({ access, scope: undefined, isPublic: true })).toBe('nobody');
  });

  it('takes the images of guests', async () => {
    const form = new FormData();
    form.set('file', new Blob([fixtures.jpeg.bytes]), 'guest.jpg');
    const path = `/api/shared/${world.contributor}/upload`;
    const added = await ask(world.door, ['POST', path], { body: form });
    expect([added.status, added.headers['set-cookie']]).toEqual([
      201,
      expect.stringContaining('cairn_guest_'),
    ]);
  });

  it.each([
    ['/%61pi/keys'],
    ['/api%2Fkeys'],
    ['//api/keys'],
    ['/API/keys'],
    ['/api/keys/'],
    ['/api/./keys'],
    ['/;/api/keys'],
    ['/api/keys?access_token=x'],
    ['/hub//rights'],
    ['/hub/'],
    ['/'],
    ['/docs'],
    ['/docs/start.js'],
    ['/openapi.json'],
    ['/metrics'],
    ['/readyz'],
    ['/images'],
    ['/assets/index.js'],
    ['/index.html'],
    ['/http://cairn.example/api/keys'],
  ])('has nothing at %s, by any method', async (path) => {
    const { headers } = world.everybody['every scope'] ?? {};
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const target = [method, path] as const;
      const overridden = { ...headers, 'x-http-method-override': 'GET', 'x-forwarded-prefix': '/api' };
      const answer = await ask(world.door, target, { headers: overridden });
      expect([method, answer]).toEqual([method, await nothingBeside(world, target)]);
    }
  });

  it('answers what browsers ask before a request only where something is', async () => {
    const asked = { headers: { origin: 'https://blog.example', 'access-control-request-method': 'GET' } };
    const { id = '' } = world.things['public'] ?? {};
    const there: Target = ['OPTIONS', `/api/maps/${id}/style.json`];
    expect(await ask(world.door, there, asked)).toEqual(await ask(world.own, there, asked));
    const answer = await ask(world.door, ['OPTIONS', '/api/session'], asked);
    expect(answer.status).toBe(404);
    expect(answer.headers).not.toHaveProperty('access-control-allow-methods');
  });

  it('changes nothing by another method at the address of a file', async () => {
    const target: Target = ['DELETE', '/cdn/public/public.png'];
    expect((await ask(world.door, target)).status).toBe(404);
  });
});
