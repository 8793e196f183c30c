import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, runNode, step, StepFailed } from './step.mjs';

const folder = fileURLToPath(root);
const server = join(folder, 'apps/server');
const stamp = join(server, 'dist/.cairn-build');

/** The server's project and all it references, outermost first. */
function projects(project, seen = new Set()) {
  if (seen.has(project)) return seen;
  seen.add(project);
  const { references = [] } = JSON.parse(readFileSync(join(project, 'tsconfig.json'), 'utf8'));
  for (const { path } of references) projects(resolve(project, path), seen);
  return seen;
}

function* sources(project) {
  yield join(project, 'tsconfig.json');
  yield join(project, 'package.json');
  for (const entry of readdirSync(join(project, 'src'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.endsWith('.spec.ts')) yield join(entry.parentPath, entry.name);
  }
}

/** Changes with every source; names, sizes and times are enough and take milliseconds. */
function fingerprint(all) {
  const shared = ['tsconfig.base.json', 'package-lock.json'].map((name) => join(folder, name));
  const lines = [...shared, ...all.flatMap((project) => [...sources(project)])].map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

/** tsc trusts its own notes and would not make up for outputs that somebody deleted. */
function isWhole(all) {
  return all.every((project) =>
    [...sources(project)]
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(project, 'dist', relative(join(project, 'src'), path).replace(/\.ts$/, '.js')))
      .every((path) => existsSync(path)),
  );
}

async function compile(force) {
  const options = force ? ['--force'] : [];
  const { code, output } = await runNode([
    'node_modules/typescript/bin/tsc',
    '-b',
    ...options,
    'apps/server',
  ]);
  if (code !== 0) throw new StepFailed(`${output}\nThe sources do not compile.`);
}

/** Compiles the server and its libraries unless they are up to date; gives the path of its main module. */
export async function build() {
  const all = [...projects(server)];
  const now = fingerprint(all);
  const whole = isWhole(all);
  if (!whole || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== now) {
    await step('Building the server', () => compile(!whole));
    writeFileSync(stamp, now);
  }
  return join(server, 'dist/main.js');
}
