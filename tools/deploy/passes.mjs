import { fixtures, until } from '@cairn/testkit';
import { expect, it } from '@jest/globals';

const LARGE_BYTES = 32 * 1024 ** 2;
const CLIENT = '127.0.0.7';
const { bytes: photo } = fixtures.jpeg;

/** NDJSON of features with long texts. */
function largeBody() {
  const text = 'x'.repeat(256 * 1024);
  const feature = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [8, 47] },
    properties: { text },
  };
  const line = `${JSON.stringify(feature)}\n`;
  return Buffer.from(line.repeat(Math.ceil(LARGE_BYTES / line.length)));
}

/** The tests of what a proxy must let through. `open` gives the site behind it. */
export function passes(open) {
  it('an upload, its file at the address that the answer has, and a part of it', async () => {
    const site = open();
    const url = await site.upload(photo);
    expect(url.origin).toBe(`https://localhost:${site.port}`);
    const whole = await site.ask(url.pathname, { key: null });
    expect([whole.status, Buffer.compare(whole.bytes, photo)]).toEqual([200, 0]);
    const part = await site.ask(url.pathname, { key: null, headers: { Range: 'bytes=2-5' } });
    expect([part.status, part.bytes]).toEqual([206, Buffer.from(photo.subarray(2, 6))]);
  });

  it('a large body, and the refusal of one that is still being sent', async () => {
    const site = open();
    const body = largeBody();
    const sent = { body, headers: { 'Content-Type': 'application/x-ndjson', 'Content-Length': body.length } };
    const { id } = await site.json('/hub/spaces', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'Large', description: 'Long texts' }),
    });
    const { status } = await site.ask(`/hub/spaces/${id}/features`, { ...sent, method: 'PUT' });
    const { count } = await site.json(`/hub/spaces/${id}/count`);
    const { status: refused } = await site.ask(`/hub/spaces/${id}/features`, {
      ...sent,
      method: 'PUT',
      key: null,
    });
    expect([status, count > 100, refused]).toEqual([200, true, 401]);
  });

  it('events as they happen', async () => {
    const site = open();
    const event = await site.firstEvent(/image-uploaded/, () => site.upload(photo, { name: 'event.jpg' }));
    expect(event).toBe('image-uploaded');
  });

  it('the address of the client, and not the one that it makes up', async () => {
    const site = open();
    const before = Date.now();
    await site.upload(photo, { name: 'from.jpg', from: CLIENT, claimed: '198.51.100.7' });
    let entry;
    await until('the upload is in the trail', async () => {
      [entry] = await site.json('/api/audit?operation=uploadImage&limit=1');
      return entry !== undefined && Date.parse(entry.at) >= before;
    });
    expect(entry.address).toBe(CLIENT);
  });
}
