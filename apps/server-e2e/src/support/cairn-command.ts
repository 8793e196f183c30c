import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inheritedEnv } from '@cairn/harness';

/** The file of the command. */
export const program = fileURLToPath(new URL('../../../server/dist/bundled-cairn.js', import.meta.url));

export interface CommandResult {
  readonly code: number;
  /** Standard output as it is. */
  readonly out: string;
  readonly err: string;
  /** Standard output as JSON, a value a line. */
  records<T>(): readonly T[];
}

/** Runs the command `cairn` with these settings. */
export async function cairn(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  return await new Promise((resolve) => {
    const options = { env: { ...inheritedEnv(), ...env }, maxBuffer: 2 ** 26 };
    const child = execFile(process.execPath, [program, ...args], options, (_, out, err) => {
      const lines = (): readonly string[] => out.split('\n').filter((line) => line !== '');
      // Callers say what the command prints.
      const records = <T>(): readonly T[] => lines().map((line) => JSON.parse(line) as T);
      resolve({ code: child.exitCode ?? -1, out, err, records });
    });
  });
}
