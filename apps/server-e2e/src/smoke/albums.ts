import { uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { expect } from '@jest/globals';
import type { AlbumPage, AlbumRecord, ImagePage, UploadResult } from '@cairn/api-schema';
import type { Caller } from './caller.js';
import { UNKNOWN, type Rows } from './row.js';

const newAlbum = async (user: Caller, images: readonly string[] = []): Promise<AlbumRecord> =>
  (await user.post('/api/albums', { title: 'Summer', images })).json<AlbumRecord>();

/** Albums. */
export const albums: Rows = {
  createAlbum: {
    gives: 201,
    works: async ({ user, photo: { id, url } }) => {
      const given = { title: ' Summer ', images: [id, UNKNOWN], coverId: id };
      const answer = await user.post('/api/albums', given);
      const cover = { id, url };
      return answer.shows({ title: 'Summer', imageCount: 1, cover, coverId: id, missing: [UNKNOWN] });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user, photo: { id } }) => user.post('/api/albums', { title: 'x', images: [id], query: {} }),
  },
  listAlbums: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const image = await newImage();
      const { id } = await newAlbum(user, [image.id]);
      const answer = await user.get(`/api/albums?image=${image.id}&limit=1`);
      expect(answer.json<AlbumPage>().albums.map((album) => album.id)).toEqual([id]);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/albums?cursor=x'),
  },
  getAlbum: {
    gives: 200,
    works: async ({ user }) => {
      const query = { tags: ['lake'], recursive: false, path: 'smoke', type: ['image/jpeg'], sort: 'name' };
      const body = { title: 'Lakes', query: { ...query, from: '2026-01-02T03:04:05.678Z' } };
      const { id } = (await user.post('/api/albums', body)).json<AlbumRecord>();
      return (await user.get(`/api/albums/${id}`)).shows({ ...body, imageCount: null, cover: null });
    },
    refused: [404, 'album-not-found'],
    fails: ({ user }) => user.get(`/api/albums/${UNKNOWN}`),
  },
  patchAlbum: {
    gives: 200,
    works: async ({ user, photo }) => {
      const { id } = await newAlbum(user);
      const change = { title: 'Winter', order: 'oldest', coverId: photo.id };
      const answer = await user.patch(`/api/albums/${id}`, change);
      (await user.get(`/api/albums/${id}`)).shows(change);
      return answer.shows({ id, title: 'Winter', cover: { id: photo.id, url: photo.url } });
    },
    refused: [404, 'image-not-found'],
    fails: async ({ user }) =>
      await user.patch(`/api/albums/${(await newAlbum(user)).id}`, { coverId: UNKNOWN }),
  },
  deleteAlbum: {
    gives: 204,
    works: async ({ user, photo }) => {
      const { id } = await newAlbum(user, [photo.id]);
      const answer = await user.delete(`/api/albums/${id}`);
      expect((await user.get(`/api/albums/${id}`)).status).toBe(404);
      expect((await user.get(`/api/images/${photo.id}`)).status).toBe(200);
      return answer;
    },
    refused: [404, 'album-not-found'],
    fails: ({ user }) => user.delete(`/api/albums/${UNKNOWN}`),
  },
  listAlbumImages: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const ids = [(await newImage()).id, (await newImage()).id];
      const { id } = await newAlbum(user, ids);
      const first = (await user.get(`/api/albums/${id}/images?limit=1`)).json<ImagePage>();
      const rest = await user.get(`/api/albums/${id}/images?include=file&cursor=${first.nextCursor ?? ''}`);
      expect([...first.images, ...rest.json<ImagePage>().images].map((image) => image.id)).toEqual(ids);
      const { id: smart } = (
        await user.post('/api/albums', { title: 'Lakes', query: { tags: ['lake'] } })
      ).json<AlbumRecord>();
      const found = (await user.get(`/api/albums/${smart}/images?limit=9`)).json<ImagePage>();
      expect(found.images.map(({ tags }) => tags.includes('lake'))).toContain(true);
      return rest;
    },
    refused: [404, 'album-not-found'],
    fails: ({ user }) => user.get(`/api/albums/${UNKNOWN}/images`),
  },
  placeAlbumImages: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const [one, other] = [(await newImage()).id, (await newImage()).id];
      const { id } = await newAlbum(user, [one]);
      const answer = await user.post(`/api/albums/${id}/images`, { images: [other, UNKNOWN], before: one });
      const { images } = (await user.get(`/api/albums/${id}/images`)).json<ImagePage>();
      expect(images.map((image) => image.id)).toEqual([other, one]);
      return answer.shows({ imageCount: 2, missing: [UNKNOWN] });
    },
    refused: [409, 'album-by-query'],
    fails: async ({ user, photo }) => {
      const smart = await user.post('/api/albums', { title: 'Lakes', query: {} });
      return await user.post(`/api/albums/${smart.json<AlbumRecord>().id}/images`, { images: [photo.id] });
    },
  },
  uploadAlbumImage: {
    gives: 201,
    works: async ({ user }) => {
      const { id } = await newAlbum(user);
      const form = uploadForm({ bytes: fixtures.jpeg.bytes, name: 'lake.jpg', tags: 'sea' });
      const answer = await user.post(`/api/albums/${id}/upload`, form);
      const image = answer.json<UploadResult>();
      const { images } = (await user.get(`/api/albums/${id}/images?include=visibility`)).json<ImagePage>();
      expect(images).toMatchObject([{ id: image.id, visibility: 'private', tags: ['sea'] }]);
      return answer;
    },
    refused: [404, 'album-not-found'],
    fails: ({ user }) =>
      user.post(`/api/albums/${UNKNOWN}/upload`, uploadForm({ bytes: fixtures.jpeg.bytes })),
  },
  takeAlbumImages: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const ids = [(await newImage()).id, (await newImage()).id];
      const { id } = await newAlbum(user, ids);
      const answer = await user.post(`/api/albums/${id}/images/remove`, { images: ids.slice(0, 1) });
      return answer.shows({ imageCount: 1 });
    },
    refused: [403, 'scope-missing'],
    fails: async ({ user, viewer }) =>
      await viewer.post(`/api/albums/${(await newAlbum(user)).id}/images/remove`, { images: [UNKNOWN] }),
  },
};
