import { spawn } from 'node:child_process';
import { npmScript } from '../install.mjs';
import { npmEnvironment } from '../node.mjs';

/** Runs Node, or another program, with these arguments. Returns exit code and output. */
export function node(args, { cwd, env = {}, program = process.execPath } = {}) {
  const child = spawn(program, args, {
    cwd,
    env: npmEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The output of Node. @throws with all output if it fails. */
export async function succeed(args, options) {
  const { code, stdout, stderr } = await node(args, options);
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return stdout;
}

/** The output of npm. @throws with all output if it fails. */
export function npm(args, options) {
  return succeed([npmScript(), ...args, '--no-audit', '--no-fund', '--loglevel=error'], options);
}
