import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  existsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { canariesOf, UNTAGGED } from './canary-code.mjs';

const graphFolder = mkdtempSync(join(tmpdir(), 'cairn-canary-'));
process.env.NX_WORKSPACE_DATA_DIRECTORY = graphFolder; // so that the shared daemon's graph never contains the canaries
process.env.NX_DAEMON = 'false';
const { createProjectGraphAsync, workspaceRoot } = await import('@nx/devkit');
process.chdir(workspaceRoot);

/** Removes the files of this run, or of a run that was killed. */
function sweep() {
  rmSync(UNTAGGED.root, { recursive: true, force: true });
  const folders = ['libs', 'libs/adapters', 'apps', 'tools']
    .flatMap((parent) => readdirSync(parent, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((root) => [root, join(root, 'src')]);
  for (const folder of folders.filter((path) => existsSync(path))) {
    const left = readdirSync(folder).filter((name) => name.startsWith('__canary__.'));
    for (const name of left) rmSync(join(folder, name));
  }
}

function openUntagged() {
  const { name, root, packageName } = UNTAGGED;
  mkdirSync(root);
  const manifest = { name: packageName, version: '0.1.0', type: 'module' };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(root, 'project.json'), JSON.stringify({ name, projectType: 'library' }));
}

const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const dependenciesOf = ({ dependencies, devDependencies, peerDependencies }) =>
  Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
/** What has nothing but types, which its project depends on. */
const typedBy = ({ dependencies = {} }) =>
  Object.keys(dependencies).map((name) => name.replace(/^@types\//, ''));

async function readProjects() {
  const graph = await createProjectGraphAsync({ exitOnError: true });
  const shared = dependenciesOf(readManifest('.'));
  return Object.values(graph.nodes)
    .filter(({ data }) => existsSync(join(data.root, 'package.json')))
    .map(({ name, type, data: { root, tags = [] } }) => {
      const manifest = readManifest(root);
      const declared = [...shared, ...dependenciesOf(manifest), ...typedBy(manifest)];
      const isImportable = type === 'lib' && manifest.exports !== undefined;
      return { name, root, tags, isImportable, packageName: manifest.name, declared };
    });
}

function writeCanaries(projects) {
  return projects.flatMap((project) =>
    Object.entries(canariesOf(project, projects)).map(([name, lines]) => {
      const path = join(project.root, name);
      writeFileSync(path, lines.map(({ code }) => `${code}\n`).join(''));
      return path;
    }),
  );
}

/** Runs ESLint in its own process, as its plugins behave differently when embedded. */
function lint(paths) {
  const options = ['--config', 'tools/lint/canary.config.mjs', '--format', 'json'];
  const eslint = spawn(process.execPath, ['node_modules/eslint/bin/eslint.js', ...options, ...paths], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => eslint.kill());
  return new Promise((resolve, reject) => {
    let output = '';
    eslint.stdout.setEncoding('utf8').on('data', (text) => (output += text));
    eslint.once('close', (code) =>
      code === 1 ? resolve(JSON.parse(output)) : reject(new Error(`ESLint ended with ${code}: ${output}`)),
    );
  });
}

process.once('exit', () => {
  sweep();
  rmSync(graphFolder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

sweep();
openUntagged();
const projects = await readProjects();
const paths = writeCanaries(projects);
const results = await lint(paths);
const messages = results.map(({ filePath, messages }) => [
  relative(workspaceRoot, filePath).replaceAll(sep, '/'),
  messages.map(({ line, ruleId, message }) => ({ line, ruleId, message })),
]);
process.stdout.write(JSON.stringify({ projects, messages: Object.fromEntries(messages) }));
