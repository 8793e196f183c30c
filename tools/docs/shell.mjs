import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../step.mjs';

const checkout = fileURLToPath(root);

/**
 * What the commands of the pages find here: the command as it is built, also below `npm run` and in the place of a container
 * that has it; and `npm start` tells the settings that a server would start with.
 */
const PROGRAMS = `
cairn() { node ${checkout}apps/server/dist/bundled-cairn.js "$@"; }
docker() { test "$1 $2" = 'exec cairn'; shift 2; "$@"; }
npm() {
  case "$1 \${2-}" in
    'run cairn') shift 2; if [ "\${1-}" = -- ]; then shift; fi; cairn "$@" ;;
    'run adopt-store') shift 2; if [ "\${1-}" = -- ]; then shift; fi; cairn adopt-store "$@" ;;
    'start ') env -0 >"$SETTINGS_FILE" ;;
    *) echo "npm $* is not run here" >&2; return 1 ;;
  esac
}
`;

/** A request that is answered with an error fails its command, and says nothing of how far it is. */
const CURL = 'fail-with-body\nsilent\nshow-error\n';

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Runs code blocks one after another in one shell, in a folder. @throws {Error} with the block whose command fails, and what it says. */
export async function runBlocks(blocks, { folder, env }) {
  writeFileSync(join(folder, '.curlrc'), CURL);
  const script = [
    PROGRAMS,
    'trap \'[ $? = 0 ] || echo "in $AT" >&2\' EXIT',
    ...blocks.map(({ at, code }) => `AT=${quoted(at)}\necho "== $AT"\n${code}`),
  ];
  const child = spawn('sh', ['-eu', '-c', script.join('\n')], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CURL_HOME: folder,
      SETTINGS_FILE: join(folder, 'settings'),
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`Ended with ${code}:\n${output.slice(-1500)}`);
  return output;
}
