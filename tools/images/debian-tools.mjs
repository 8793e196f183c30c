import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs a program of a Debian package and gives what it prints. Says which package it is of where it is missing. */
export async function run(program, args, { debianPackage, ...options }) {
  // The libvips in this process says there where its own plug-ins are.
  const env = { ...process.env };
  delete env.VIPSHOME;
  try {
    const { stdout } = await execute(program, args, {
      maxBuffer: 2 ** 26,
      encoding: 'utf8',
      env,
      ...options,
    });
    return stdout;
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${program} is missing (Debian: ${debianPackage}).`, { cause: error });
  }
}

/** The command line of libvips. A negative number that stands alone would be taken for an option. */
export const vips = async (operation, ...args) =>
  await run('vips', [operation, ...args.map(String)], { debianPackage: 'libvips-tools' });

export const vipsHeader = async (file) => {
  const lines = await run('vipsheader', ['-a', file], { debianPackage: 'libvips-tools' });
  return Object.fromEntries(
    [...lines.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name, value]) => [name, value]),
  );
};

/** ImageMagick 6, by the name that Debian has for it. */
export const imageMagick = async (...args) =>
  await run('convert-im6.q16', args, { debianPackage: 'imagemagick-6.q16' });
