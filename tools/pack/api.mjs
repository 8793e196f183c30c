import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import ts from 'typescript';
import { libraries, workspace } from './libraries.mjs';

const ENDING = '.api.md';

/** What the compiler finds is an error; what is undocumented or not exported is not. */
const messages = {
  compilerMessageReporting: { default: { logLevel: 'error' } },
  extractorMessageReporting: { default: { logLevel: 'none' } },
  tsdocMessageReporting: { default: { logLevel: 'none' } },
};

/** The modules of a library that others import. Programs of threads and processes are exported too, but have no sources there. */
const modulesOf = ({ folder, manifest }) =>
  Object.entries(manifest.exports)
    .filter(([, target]) => '@cairn/source' in target)
    .map(([path, { types }]) => ({
      folder: join(workspace, folder),
      entry: join(workspace, folder, types),
      record: `${basename(folder)}${path.slice(1).replaceAll('/', '-')}${ENDING}`,
    }));

/**
 * Settings for one module. One program has all of `entries`: a program for each would take ten times as long.
 */
function configOf({ folder, entry, record }, { entries, scratch, types, extra }) {
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    types,
    skipLibCheck: true,
  };
  return ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: entry,
      compiler: { overrideTsconfig: { compilerOptions, files: entries } },
      apiReport: {
        enabled: true,
        reportFileName: record.slice(0, -ENDING.length),
        reportFolder: scratch,
        reportTempFolder: scratch,
      },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages,
      ...extra,
    },
  });
}

function extract(config, compilerState) {
  const errors = [];
  const messageCallback = (message) => {
    if (message.logLevel === 'error') errors.push(message.text);
    message.handled = true;
  };
  Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
  if (errors.length > 0) throw new Error(errors.join('\n'));
}

/** Not below `node_modules`: declarations there are taken for those of others, and imported. */
export function scratchFolder() {
  const folder = join(workspace, 'dist');
  mkdirSync(folder, { recursive: true });
  return mkdtempSync(join(folder, 'cairn-api-'));
}

/** The declarations of a module in one text. They lie in `scratch`, and are of the package in `folder`. */
export function rolledUp(folder, scratch) {
  const entry = join(scratch, 'index.d.ts');
  const target = join(scratch, 'rolled-up.d.ts');
  const extra = { apiReport: { enabled: false }, dtsRollup: { enabled: true, untrimmedFilePath: target } };
  const config = configOf({ folder, entry, record: ENDING }, { entries: [entry], scratch, types: [], extra });
  extract(config, CompilerState.create(config));
  return readFileSync(target, 'utf8');
}

/** The compiler has the members of a union in the order in which it met them, which depends on what else it compiled. */
function withSortedUnions(report) {
  const [before, code, after] = report.split(/(?<=```ts\n)|(?=```\n*$)/);
  const file = ts.createSourceFile('api.ts', code, ts.ScriptTarget.Latest, true);
  const sorted = (node) => {
    if (ts.isUnionTypeNode(node)) return node.types.map(sorted).toSorted().join(' | ');
    let [text, at] = ['', node.getStart(file)];
    node.forEachChild((child) => {
      text += code.slice(at, child.getStart(file)) + sorted(child);
      at = child.getEnd();
    });
    return text + code.slice(at, node.getEnd());
  };
  const [first] = file.statements;
  return before + code.slice(0, first?.getStart(file)) + sorted(file) + after;
}

/** The public API of every built library as it is now: what its records should say, by their paths. */
export function foundApis() {
  const modules = libraries.flatMap(modulesOf);
  const entries = modules.map(({ entry }) => entry);
  const scratch = scratchFolder();
  try {
    const configs = modules.map((module) => configOf(module, { entries, scratch, types: ['node'] }));
    const state = CompilerState.create(configs[0], { additionalEntryPoints: entries });
    return new Map(
      modules.map(({ folder, record }, index) => {
        extract(configs[index], state);
        return [join(folder, record), withSortedUnions(readFileSync(join(scratch, record), 'utf8'))];
      }),
    );
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The paths of all records beside the sources of a library. */
export const recordsOf = ({ folder }) =>
  readdirSync(join(workspace, folder))
    .filter((name) => name.endsWith(ENDING))
    .map((name) => join(workspace, folder, name));
