import { describe, expect, it } from '@jest/globals';
import { BasePath } from '../messages/base-path.js';
import { FileAddresses } from './file-addresses.js';

describe('FileAddresses', () => {
  const onOwnHost = new FileAddresses('https://img.example.org');
  const basePath = new BasePath('https://example.org/photos');
  const below = new FileAddresses('https://example.org/photos/img', basePath);
  const underPath = new FileAddresses('https://example.org/img');

  it.each([
    [onOwnHost, 'img.example.org', '/a/b.jpg', 'a/b.jpg'],
    [onOwnHost, 'img.example.org', '/a.jpg?v=1', 'a.jpg'],
    [onOwnHost, 'example.org', '/a.jpg', undefined],
    [onOwnHost, 'example.org', '/cdn/a.jpg', 'a.jpg'],
    [onOwnHost, 'img.example.org', '/cdn/a.jpg', 'cdn/a.jpg'],
    [onOwnHost, 'IMG.example.org', '/a.jpg', 'a.jpg'],
    [onOwnHost, 'img.example.org:443', '/a.jpg', 'a.jpg'],
    [onOwnHost, 'img.example.org:80', '/a.jpg', undefined],
    [onOwnHost, undefined, '/api/quota', undefined],
    [below, 'example.org', '/img/a.jpg', 'a.jpg'],
    [below, 'example.org', '/cdn/a.jpg', 'a.jpg'],
    [below, 'example.org', '/photos/a.jpg', undefined],
    [underPath, 'example.org', '/img/a.jpg', 'a.jpg'],
    [underPath, 'example.org', '/cdn/a.jpg', 'a.jpg'],
    [underPath, 'example.org', '/image/a.jpg', undefined],
    [underPath, 'example.org', '/api/quota', undefined],
  ])('%# returns the path of the file', (addresses, host, url, path) => {
    expect(addresses.pathOf(host, url)).toBe(path);
  });
});
