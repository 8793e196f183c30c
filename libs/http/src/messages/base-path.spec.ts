import { describe, expect, it } from '@jest/globals';
import { BasePath } from './base-path.js';

describe('BasePath', () => {
  it.each([
    ['https://example.org', '', '/'],
    ['https://example.org/', '', '/'],
    ['https://example.org/photos', '/photos', '/photos'],
    ['https://example.org/a%20b/c', '/a%20b/c', '/a%20b/c'],
  ])('of %s is %j', (address, path, forCookies) => {
    expect(new BasePath(address)).toMatchObject({ path, forCookies });
  });

  it.each([
    ['/photos', '/'],
    ['/photos/', '/'],
    ['/photos?x=1', '/?x=1'],
    ['/photos/api/images?limit=1', '/api/images?limit=1'],
    ['/photos/photos', '/photos'],
    ['/api/images', '/api/images'],
    ['/photosynthesis', '/photosynthesis'],
    ['/', '/'],
  ])('is cut off %s, which is %s', (url, cut) => {
    expect(new BasePath('https://example.org/photos').cutOff(url)).toBe(cut);
  });

  it.each([
    ['/photos/media/livez', '/livez'],
    ['/media/livez', '/livez'],
    ['/media', '/'],
    ['/photos/livez', '/photos/livez'],
    ['/mediation', '/mediation'],
  ])('of a service below a public path is cut off %s, which is %s', (url, cut) => {
    const path = new BasePath('https://example.org/photos/media', '/media');
    expect([path.contains(url), path.cutOff(url)]).toEqual([url !== cut, cut]);
  });

  it('is not cut off where the server has such a path of its own: a proxy does that', () => {
    for (const own of ['api', 'hub', 'cdn', 'assets', 'docs', 'a'])
      expect(new BasePath(`https://example.org/${own}`).cutOff(`/${own}/api`)).toBe(`/${own}/api`);
  });
});
