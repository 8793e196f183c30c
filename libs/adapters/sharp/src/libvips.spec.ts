import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';

interface Found {
  readonly before: unknown;
  readonly withProcessor: unknown;
  readonly beforeLoading: unknown;
  /** By the type of an image, how reading it ends once libvips is loaded and restricted. */
  readonly restricted: Readonly<Record<string, string>>;
}

const sources = fileURLToPath(new URL('.', import.meta.url));
const build = `
  import { build } from 'esbuild';
  const [entry, outfile] = process.argv.slice(1);
  const external = ['sharp', 'libheif-js', '@jsquash/jxl'];
  await build({ entryPoints: [entry], outfile, external, bundle: true, format: 'esm', platform: 'node', conditions: ['@cairn/source'] });
  await import(outfile);`;

let found: Found;

/** Loaders of libvips are blocked for a whole process, and suites share one. */
beforeAll(async () => {
  const outfile = fileURLToPath(new URL(`../dist/spec/libvips-settings.${process.pid}.mjs`, import.meta.url));
  const args = ['--input-type=module', '-e', build, `${sources}libvips-settings.spec.kit.ts`, outfile];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: sources });
    found = JSON.parse(stdout) as Found; // what the program prints
  } finally {
    await rm(outfile, { force: true });
  }
});

describe('SharpImageProcessor', () => {
  it('leaves libvips unchanged for everything else in the process', () => {
    expect(found.withProcessor).toEqual(found.before);
    expect(found.before).toMatchObject({ svg: 'svg' });
  });
});

describe('restrictLibvipsWhenLoaded', () => {
  it('changes nothing before libvips is loaded', () => {
    expect(found.beforeLoading).toMatchObject({ svg: 'svg' });
  });

  // Loaders of its own formats included.
  it.each(['svg', 'pdf', 'tiff', 'vips', 'ppm'])('leaves libvips no loader for %s', (name) => {
    expect(found.restricted[name]).toContain('unsupported image format');
  });
});
