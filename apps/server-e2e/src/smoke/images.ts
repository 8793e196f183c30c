import type {
  ImageDetails,
  KnownFilesRecord,
  QuotaDetails,
  QuotaRecord,
  UploadResult,
  UploadsResult,
} from '@cairn/api-schema';
import { uploadForm } from '@cairn/harness';
import { fixtures, photoJpeg } from '@cairn/testkit';
import { expect } from '@jest/globals';
import { UNKNOWN, type Rows } from './row.js';
import { BASE } from './world.js';

const { bytes, format } = fixtures.jpeg;

/** Images one by one, and their files. */
export const images: Rows = {
  uploadImage: {
    gives: 201,
    works: async ({ user }) => {
      const answer = await user.post('/api/upload', uploadForm({ bytes, name: 'a.jpg', path: 'smoke/new' }));
      const { id, url } = answer.json<UploadResult>();
      expect(url).toBe(`${BASE}/cdn/smoke/new/a.jpg`);
      expect(answer.headers.get('location')).toBe(`${BASE}/api/images/${id}`);
      return answer;
    },
    refused: [415, 'unsupported-image-type'],
    fails: ({ user }) => user.post('/api/upload', uploadForm({ bytes: Buffer.from('no image') })),
  },
  uploadImages: {
    gives: 200,
    works: async ({ user }) => {
      const form = new FormData();
      form.append('path', 'smoke/many');
      form.append('file', new Blob([Uint8Array.from(bytes)]), 'a.jpg');
      form.append('details', JSON.stringify({ tags: ['own'], name: 'b.jpg' }));
      form.append('file', new Blob([Uint8Array.from(bytes)]), 'x');
      const answer = await user.post('/api/uploads', form);
      const { results } = answer.json<UploadsResult>();
      expect(results.map((result) => 'image' in result && result.image.url)).toEqual([
        `${BASE}/cdn/smoke/many/a.jpg`,
        `${BASE}/cdn/smoke/many/b.jpg`,
      ]);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => {
      const form = new FormData();
      form.append('path', 'smoke/many');
      return user.post('/api/uploads', form);
    },
  },
  findKnownFiles: {
    gives: 200,
    works: async ({ user, photo: { id } }) => {
      const { metadata } = (await user.get(`/api/images/${id}?include=metadata`)).json<ImageDetails>();
      const { uploadSha256 = '', sizeInBytes = 0 } = metadata ?? {};
      const hashes = [uploadSha256, 'f'.repeat(64)];
      const answer = await user.post('/api/uploads/known', { hashes, sizes: [sizeInBytes, 1] });
      const { known, sizes } = answer.json<KnownFilesRecord>();
      expect(Object.keys(known)).toEqual([uploadSha256]);
      expect(known[uploadSha256]).toContainEqual({ id, path: 'smoke', inTrash: false });
      expect(sizes).toEqual([sizeInBytes]);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.post('/api/uploads/known', { hashes: ['F'] }),
  },
  copyImage: {
    gives: 201,
    works: async ({ user, photo: { id } }) => {
      const answer = await user.post(`/api/images/${id}/copies`, { path: 'copies', tags: [] });
      answer.shows({ path: 'copies', tags: [] });
      return answer;
    },
    refused: [404, 'image-not-found'],
    fails: ({ user }) => user.post(`/api/images/${UNKNOWN}/copies`, {}),
  },
  getOriginal: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const { id } = await newImage({ bytes: photoJpeg(), metadata: 'hide' });
      const answer = await user.get(`/api/images/${id}/original`);
      expect(Buffer.from(answer.bytes)).toEqual(Buffer.from(photoJpeg()));
      return answer;
    },
    refused: [404, 'image-not-found'],
    fails: async ({ user }) => await user.get(`/api/images/${UNKNOWN}/original`),
  },
  getImage: {
    gives: 200,
    works: async ({ user, photo: { id, url } }) => {
      const answer = await user.get(`/api/images/${id}?include=metadata`);
      const { metadata } = answer
        .shows({ id, url, path: 'smoke', tags: ['lake', 'summer'] })
        .json<ImageDetails>();
      expect(metadata).toMatchObject({
        type: format.contentType,
        width: format.width,
        height: format.height,
      });
      return answer;
    },
    refused: [404, 'image-not-found'],
    fails: ({ user }) => user.get(`/api/images/${UNKNOWN}`),
  },
  deleteImage: {
    gives: 200,
    works: async ({ user, nobody, newImage }) => {
      const { id, path } = await newImage();
      const answer = await user.delete(`/api/images/${id}`);
      for (const gone of [await user.get(`/api/images/${id}`), await nobody.get(path)])
        expect(gone.status).toBe(404);
      return answer.shows({ success: true });
    },
    refused: [404, 'image-not-found'],
    fails: ({ user }) => user.delete(`/api/images/${UNKNOWN}`),
  },
  listImagesByTag: {
    gives: 200,
    works: async ({ user, photo: { id } }) => (await user.get('/api/tags/lake/images')).lists({ id }),
    refused: [401, 'unauthenticated'],
    fails: ({ nobody }) => nobody.get('/api/tags/lake/images'),
  },
  getQuota: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const { imageCount } = (await user.get('/api/quota')).json<QuotaRecord>();
      await newImage();
      const { bytes } = (await user.get('/api/quota?include=bytes')).json<QuotaDetails>();
      expect(bytes).toEqual({ used: expect.any(Number), reserved: 0, quota: null });
      const answer = await user.get('/api/quota');
      expect(answer.json()).toEqual({ imageCount: imageCount + 1, quota: 10_000 });
      return answer;
    },
    refused: [401, 'unauthenticated'],
    fails: ({ nobody }) => nobody.get('/api/quota'),
  },
  getFile: {
    gives: 200,
    works: async ({ nobody, photo: { path } }) => {
      const answer = await nobody.get(path);
      expect(answer.headers.get('content-type')).toBe(format.contentType);
      expect(answer.bytes.equals(bytes)).toBe(true);
      return answer;
    },
    refused: [404, 'file-not-found'],
    fails: ({ nobody }) => nobody.get('/cdn/smoke/none.jpg'),
  },
  headFile: {
    gives: 200,
    works: async ({ nobody, photo: { path } }) => {
      const answer = await nobody.send('HEAD', path);
      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
      expect(answer.bytes).toHaveLength(0);
      return answer;
    },
    refused: [404],
    fails: ({ nobody }) => nobody.send('HEAD', '/cdn/smoke/none.jpg'),
  },
};
