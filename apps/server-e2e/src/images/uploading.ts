import { gzipSync } from 'node:zlib';
import type { QuotaDetails } from '@cairn/api-schema';
import { uploadForm, type ServerProcess, type UploadParts } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { heic, jxl } from './further-files.js';
import { ImagesClient } from './images-client.js';

const json = async (response: Response): Promise<unknown> => await response.json();

/** Tests of the forms that are uploaded, and of the addresses that their files get. */
export function declareUploading(open: () => ServerProcess): void {
  const upload = (parts: Partial<UploadParts>, key?: string) => new ImagesClient(open()).upload(parts, key);
  const uploaded = (parts: Partial<UploadParts>) => new ImagesClient(open()).uploaded(parts);
  describe('uploading', () => {
    it('answers 201 with exactly id and url, and Location', async () => {
      const response = await upload({
        path: '/holiday/2026/',
        tags: 'lake, summer,,lake',
        name: 'See & Berg.jpg',
      });
      const body = (await response.json()) as { id: string; url: string };
      expect(response.status).toBe(201);
      expect(Object.keys(body).sort()).toEqual(['id', 'url']);
      expect(body.url).toBe(`${open().address}/cdn/holiday/2026/See%20-%20Berg.jpg`);
      expect(response.headers.get('location')).toBe(`${open().address}/api/images/${body.id}`);
    });

    it('works without path and tags', async () => {
      const { id, url } = await uploaded({ name: 'plain.jpg' });
      expect(url).toBe(`${open().address}/cdn/plain.jpg`);
      expect(await json(await open().fetch(`/api/images/${id}`))).toMatchObject({ path: '', tags: [] });
    });

    it('accepts fields after the file', async () => {
      const form = uploadForm({ bytes: fixtures.png.bytes, name: 'late.png' });
      form.set('tags', 'late');
      form.set('path', 'behind');
      const response = await open().fetch('/api/upload', { method: 'POST', body: form });
      expect(await json(response)).toMatchObject({ url: `${open().address}/cdn/behind/late.png` });
    });

    it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
      'accepts %s, whatever the file name',
      async (name) => {
        const { bytes, format } = fixtures[name];
        const { url } = await uploaded({ bytes, name: `kind-${name}.exe`, path: 'kinds' });
        const file = await fetch(url);
        expect(file.headers.get('content-type')).toBe(format.contentType);
        expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(bytes));
      },
    );

    it('accepts HEIC without a setting, and tells so before anything is sent', async () => {
      const { uploads } = await open().json<QuotaDetails>('GET', '/api/quota?include=uploads');
      expect(uploads).toEqual({
        types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/heic'],
        maxFileInBytes: 25 * 1024 * 1024,
        maxPixels: 50_000_000,
        maxSidePixels: 16_383,
      });
      const { url } = await uploaded({ bytes: heic, name: 'IMG_0001.HEIC', path: 'kinds' });
      expect((await fetch(url)).headers.get('content-type')).toBe('image/heic');
      expect((await fetch(`${url}?w=64`)).headers.get('content-type')).toBe('image/webp');
    });

    it('tells of the quota only what is asked for', async () => {
      const keys = async (query: string): Promise<readonly string[]> =>
        Object.keys(await open().json<QuotaDetails>('GET', `/api/quota${query}`));
      expect(await keys('')).toEqual(['imageCount', 'quota']);
      expect(await keys('?include=bytes')).toEqual(['imageCount', 'quota', 'bytes']);
      expect(await keys('?include=bytes,uploads')).toEqual(['imageCount', 'quota', 'bytes', 'uploads']);
      expect((await open().fetch('/api/quota?include=bytes,other')).status).toBe(400);
    });

    it('keeps file names in any script', async () => {
      const { url } = await uploaded({ name: 'Zürich 東京.jpg', path: 'Größe/हिन्दी' });
      expect(decodeURI(url)).toBe(`${open().address}/cdn/Größe/हिन्दी/Zürich 東京.jpg`);
      expect((await fetch(url)).status).toBe(200);
    });

    it('adds a suffix to a taken name, and never reuses an address for other bytes', async () => {
      const first = await uploaded({ path: 'names', name: 'same.jpg' });
      const second = await uploaded({ path: 'names', name: 'same.jpg' });
      expect(second.url).toMatch(/\/names\/same-[0-9A-Za-z]{8}\.jpg$/);
      await open().fetch(`/api/images/${first.id}`, { method: 'DELETE' });
      const third = await uploaded({ path: 'names', name: 'same.jpg', bytes: fixtures.rotatedJpeg.bytes });
      expect(third.url).not.toBe(first.url);
      expect((await fetch(first.url)).status).toBe(404);
    });

    it('restores the old address, with its suffix, when the owner uploads the same bytes after deletion', async () => {
      const parts = { path: 'again', name: 'same.jpg' };
      const before = [await uploaded(parts), await uploaded(parts)];
      for (const { id } of before) await open().fetch(`/api/images/${id}`, { method: 'DELETE' });
      const other = await upload(parts, (await openAccount(open(), 'Somebody else')).key);
      expect(before.map(({ url }) => url)).not.toContain(((await other.json()) as { url: string }).url);
      const after = [await uploaded(parts), await uploaded(parts)];
      expect(after.map(({ url }) => url)).toEqual(before.map(({ url }) => url));
      for (const { url } of after) expect((await fetch(url)).status).toBe(200);
    });

    it('reports all faults of the form at once', async () => {
      const form = new FormData();
      form.set('path', 'a//../b');
      form.set('tags', 'x'.repeat(65));
      const response = await open().fetch('/api/upload', { method: 'POST', body: form });
      const problem = (await response.json()) as { errors: { pointer: string; code: string }[] };
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
        '/file required',
        '/path empty-segment',
        '/path dot-segment',
        '/tags tag-too-long',
      ]);
    });

    it.each([
      ['text that claims to be a picture', Buffer.from('GIF? no, text'), 415, 'unsupported-image-type'],
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'unsupported-image-type'],
      [
        'an SVG with a script behind a comment',
        Buffer.from('<!-- --><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
        ...([415, 'unsupported-image-type'] as const),
      ],
      [
        'an SVG behind a document type with entities',
        Buffer.from(
          '\ufeff<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>',
        ),
        ...([415, 'unsupported-image-type'] as const),
      ],
      [
        'a compressed SVG',
        gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        415,
        'unsupported-image-type',
      ],
      ['a BMP', Buffer.from('BM\x46\0\0\0'), 415, 'unsupported-image-type'],
      ['a JPEG XL', jxl, 415, 'unsupported-image-type'],
      ['a TIFF', Buffer.from('II*\0\x08\0\0\0\0\0'), 415, 'unsupported-image-type'],
      ['half a picture', Buffer.from(fixtures.png.bytes).subarray(0, 60), 422, 'undecodable-image'],
      ['an empty file', Buffer.alloc(0), 415, 'unsupported-image-type'],
      ['a file above 25 MB', Buffer.alloc(25 * 1024 * 1024 + 1), 413, 'file-too-large'],
    ])('rejects %s', async (_, bytes, status, code) => {
      const response = await upload({ bytes, name: 'x.jpg' });
      expect([response.status, await json(response)]).toEqual([
        status,
        expect.objectContaining({ status, code }),
      ]);
    });

    it('accepts a file without a name', async () => {
      const head =
        '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\n';
      const body = Buffer.concat([Buffer.from(head), fixtures.gif.bytes, Buffer.from('\r\n--b--\r\n')]);
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const response = await open().fetch('/api/upload', { method: 'POST', body, headers });
      expect(await json(response)).toMatchObject({ url: expect.stringMatching(/\/cdn\/image.*\.gif$/) });
    });

    it('ignores a field without a name', async () => {
      const head =
        '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
      const body = Buffer.concat([Buffer.from(head), fixtures.gif.bytes, Buffer.from('\r\n--b--\r\n')]);
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      expect((await open().fetch('/api/upload', { method: 'POST', body, headers })).status).toBe(201);
    });

    it('rejects bodies that are not forms', async () => {
      const response = await open().fetch('/api/upload', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      });
      expect([response.status, await json(response)]).toEqual([
        415,
        expect.objectContaining({ code: 'unsupported-media-type' }),
      ]);
    });

    it('rejects a form that goes on and on behind its file', async () => {
      const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
      const body = Buffer.concat([
        Buffer.from(head),
        fixtures.gif.bytes,
        Buffer.from('\r\n--b--\r\n'),
        Buffer.alloc(4.5 * 1024 * 1024),
      ]);
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const response = await open().fetch('/api/upload', { method: 'POST', body, headers });
      expect([response.status, await json(response)]).toEqual([
        413,
        expect.objectContaining({ code: 'body-too-large' }),
      ]);
    });

    it('rejects malformed forms', async () => {
      const response = await open().fetch('/api/upload', {
        method: 'POST',
        body: '--b\r\nContent-Disposition: form-data; name="file"; filename="x.jpg"\r\n\r\nbytes and no end',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
      expect([response.status, await json(response)]).toEqual([
        400,
        expect.objectContaining({ code: 'malformed-multipart' }),
      ]);
    });
  });
}
