import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs a program and gives its standard output. @throws {Error} with its standard error where it fails. */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string } = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { ...options, maxBuffer: MAX_OUTPUT_BYTES });
  return stdout;
}
