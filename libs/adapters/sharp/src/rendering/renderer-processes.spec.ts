import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import type { RenderRequest } from '@cairn/images/spi';
import { fixtures, sourceOf } from '@cairn/testkit';
import { openRenderer } from './renderers.spec.kit.js';

/** Of Linux. */
const PIPE_BYTES = 64 * 1024;

describe('the processes of a renderer', () => {
  const { bytes, format } = fixtures.jpeg;
  const small: RenderRequest = {
    holder: 'a',
    source: sourceOf(bytes),
    original: format,
    output: 'image/jpeg',
    transform: { w: 8 },
  };
  /** Sends its first bytes, and the others once it is released. */
  const waiting = (): { readonly request: RenderRequest; readonly begun: Promise<void>; goOn(): void } => {
    let [begin, goOn] = [(): void => undefined, (): void => undefined];
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const end = new Promise<void>((resolve) => (goOn = resolve));
    async function* read(): AsyncGenerator<Uint8Array> {
      begin();
      yield bytes.slice(0, 9);
      await end;
      yield bytes.slice(9);
    }
    return { request: { ...small, source: { sizeInBytes: bytes.length, read } }, begun, goOn: () => goOn() };
  };

  it('are replaced when one dies, and the image is rendered by another', async () => {
    const renderer = openRenderer({ processes: 1 });
    const slow = waiting();
    const { image } = renderer.render(slow.request);
    await slow.begun;
    const [first = 0] = renderer.processes;
    process.kill(first, 'SIGKILL');
    slow.goOn();
    expect((await image).width).toBe(8);
    expect(renderer.processes).not.toContain(first);
  });

  it.each([
    ['ends them is unrenderable', 'SIGSEGV', 'unrenderable'],
    ['is rendered by those that others end may be asked for later', 'SIGKILL', 'renderer-busy'],
  ] as const)('are two at most: an image that %s', async (_, signal, code) => {
    const renderer = openRenderer({ processes: 1 });
    let tries = 0;
    async function* read(): AsyncGenerator<Uint8Array> {
      tries += 1;
      yield bytes.slice(0, 9);
      const [pid = 0] = renderer.processes;
      process.kill(pid, signal);
      await new Promise(() => undefined);
    }
    const { image } = renderer.render({ ...small, source: { sizeInBytes: bytes.length, read } });
    await expect(image).rejects.toMatchObject({ code });
    expect(tries).toBe(2);
    expect((await renderer.render(small).image).width).toBe(8);
  });

  it('are ended when an image takes too long', async () => {
    const renderer = openRenderer({ processes: 1, maxSeconds: 0.05 });
    const { image } = renderer.render(waiting().request);
    await expect(image).rejects.toMatchObject({ code: 'render-timeout' });
  });

  it('are as many as are allowed; some images wait, and others are refused', async () => {
    const renderer = openRenderer({ processes: 1, waiting: 1 });
    const first = waiting();
    const going = renderer.render(first.request);
    await first.begun;
    const queued = renderer.render(small);
    const refused = renderer.render(small);
    await expect(refused.image).rejects.toMatchObject({ code: 'renderer-busy' });
    queued.cancel();
    await expect(queued.image).rejects.toMatchObject({ code: 'render-cancelled' });
    const next = renderer.render(small);
    first.goOn();
    expect((await going.image).width).toBe(8);
    expect((await next.image).width).toBe(8);
    expect(renderer.processes).toHaveLength(1);
  });

  it('give images that are longer than a pipe', async () => {
    const side = 512;
    const noise = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
    const original = await noise.png().toBuffer();
    const { image } = openRenderer().render({
      holder: 'a',
      source: sourceOf(original),
      original: { ...fixtures.png.format, width: side, height: side },
      output: 'image/png',
      transform: { w: side - 1 },
    });
    const rendered = await image;
    expect(rendered.bytes.length).toBeGreaterThan(4 * PIPE_BYTES);
    expect(await sharp(rendered.bytes).metadata()).toMatchObject({ width: side - 1 });
  });

  it('end with a server that is killed, however deep in a loop they are', async () => {
    const loop = `() => { fs.writeSync(1, 'loops'); for (;;); }`;
    const preload = `data:text/javascript,import fs from 'node:fs';
      process.on('newListener', (name) => name === 'message' && setImmediate(${loop}));`;
    const server = `
      const given = { execArgv: ['--import', process.argv[2]], stdio: ['pipe', 'inherit', 'inherit', 'ipc'] };
      child_process.fork(process.argv[1], [], given);`;
    const program = createRequire(import.meta.url).resolve('@cairn/adapter-sharp/render-program');
    const killed = spawn(process.execPath, ['-e', server, program, preload]);
    const closed = once(killed, 'close');
    expect(String((await once(killed.stdout, 'data'))[0])).toBe('loops');
    killed.kill('SIGKILL');
    await closed; // its output is open for as long as the other process is there
  });
});
