import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { build } from 'esbuild';
import ts from 'typescript';
import { filesIn } from '../files.mjs';
import { replace } from '../replace.mjs';
import { workspace } from './libraries.mjs';

const { NodeBuilderFlags: flags } = ts;
const EXPANDED = flags.NoTruncation | flags.InTypeAlias | flags.MultilineObjectLiterals;

const SHAPES = { name: '@cairn/api-schema', folder: 'libs/api-schema' };
const FILES = ['index.js', 'index.js.map', 'index.d.ts'];

/** Libraries whose package is one module that imports nothing, by folder, with the files that are made for it. */
export const bundles = new Map([['libs/client', FILES.map((name) => `dist/bundle/${name}`)]]);

const reportOf = (library) => `${basename(library)}.api.md`;

/** The public API of a library as it is on record beside its sources, and as it was found when its module was made. */
export const apiRecords = (library) =>
  [reportOf(library), join('dist', reportOf(library))].map((path) => join(workspace, library, path));

/** When the last of these files or folders was changed. */
function changedAt(paths) {
  const files = paths.flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : path));
  return Math.max(...files.map((path) => statSync(path).mtimeMs));
}

/** Makes the module of a compiled library if it is older than what it is made of. */
export async function updateBundle(library) {
  const outputs = bundles.get(library).map((path) => join(workspace, library, path));
  outputs.push(apiRecords(library)[1]);
  const compilations = [library, SHAPES.folder].flatMap((folder) => [
    `${folder}/src`,
    `${folder}/tsconfig.tsbuildinfo`,
  ]);
  const sources = ['package-lock.json', 'tools/pack/bundles.mjs', ...compilations];
  const since = changedAt(sources.map((path) => join(workspace, path)));
  const isFresh = outputs.every((path) => existsSync(path) && statSync(path).mtimeMs > since);
  if (!isFresh) await makeBundle(library);
}

/** Writes the one module of a compiled library, its declarations, and what its public API is. */
async function makeBundle(library) {
  const folder = join(workspace, library);
  const scratch = mkdtempSync(join(scratchFolder(), 'cairn-api-'));
  try {
    copyDeclarations(folder, scratch);
    const { report, declarations } = extractApi(folder, scratch);
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'src/index.ts')],
      outfile: join(folder, 'dist/bundle/index.js'),
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
      sourcemap: true,
      write: false,
      logLevel: 'warning',
    });
    for (const { path, text } of outputFiles) write(path, text);
    write(join(folder, 'dist/bundle/index.d.ts'), declarations);
    write(apiRecords(library)[1], withSortedUnions(report));
  } finally {
    rmSync(scratch, { recursive: true });
  }
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

/** Not below `node_modules`: declarations there are taken for those of others, and imported. */
function scratchFolder() {
  const folder = join(workspace, 'dist');
  mkdirSync(folder, { recursive: true });
  return folder;
}

function write(path, text) {
  replace(path, text);
  utimesSync(path, new Date(), new Date());
}

/** Copies what the compiler has declared, with the shapes that it imports from another library beside it. */
function copyDeclarations(folder, target) {
  const compiled = join(folder, 'dist');
  const paths = readdirSync(compiled, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.d.ts') && !/^(bundle|spec)/.test(path));
  for (const path of paths) {
    const up = '../'.repeat(path.split('/').length - 1) || './';
    const text = readFileSync(join(compiled, path), 'utf8').replaceAll(
      `'${SHAPES.name}'`,
      `'${up}api-schema.js'`,
    );
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  }
  writeFileSync(join(target, 'api-schema.d.ts'), shapesOf(folder, SHAPES.name));
}

/** What the compiler finds is an error; what is undocumented or not exported is not. */
const messages = {
  compilerMessageReporting: { default: { logLevel: 'error' } },
  extractorMessageReporting: { default: { logLevel: 'none' } },
  tsdocMessageReporting: { default: { logLevel: 'none' } },
};

function extractApi(folder, scratch) {
  const entry = join(scratch, 'index.d.ts');
  const rolledUp = join(scratch, 'rolled-up.d.ts');
  const compilerOptions = { target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom'], types: [] };
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: entry,
      compiler: { overrideTsconfig: { compilerOptions, files: [entry] } },
      apiReport: {
        enabled: true,
        reportFileName: basename(folder),
        reportFolder: scratch,
        reportTempFolder: scratch,
      },
      dtsRollup: { enabled: true, untrimmedFilePath: rolledUp },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages,
    },
  });
  const errors = [];
  const messageCallback = (message) => {
    if (message.logLevel === 'error') errors.push(message.text);
    message.handled = true;
  };
  Extractor.invoke(config, { localBuild: true, messageCallback });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const [report, declarations] = [join(scratch, reportOf(folder)), rolledUp].map((path) =>
    readFileSync(path, 'utf8'),
  );
  return { report, declarations };
}

function programOf(folder) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (fault) => fail(fault.messageText) };
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), {}, host);
  const options = { ...config.options, composite: false, incremental: false, noEmit: true };
  const { fileNames: rootNames, projectReferences } = config;
  return ts.createProgram({ rootNames, options, projectReferences });
}

const fail = (text) => {
  throw new Error(String(text));
};

/** The names that a source file imports from `library`. */
function importedFrom(library, source) {
  const imports = source.statements.filter(
    (statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement),
  );
  return imports
    .filter(({ moduleSpecifier }) => moduleSpecifier?.text === library)
    .flatMap(({ importClause, exportClause }) => (importClause?.namedBindings ?? exportClause).elements)
    .map(({ propertyName, name }) => propertyName ?? name);
}

/**
 * Declares the types that a library imports from another one, each written out to the last member: a declaration file
 * that imports nothing, whatever the types are inferred from.
 */
function shapesOf(folder, library) {
  const program = programOf(folder);
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter();
  const declarations = new Map();
  for (const source of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder))) {
    for (const name of importedFrom(library, source)) {
      const type = checker.getDeclaredTypeOfSymbol(
        checker.getAliasedSymbol(checker.getSymbolAtLocation(name)),
      );
      const node = checker.typeToTypeNode(type, source, EXPANDED);
      const text = printer.printNode(ts.EmitHint.Unspecified, node, source);
      declarations.set(name.text, `export type ${name.text} = ${text};`);
    }
  }
  return [...declarations.keys()]
    .toSorted()
    .map((name) => declarations.get(name))
    .join('\n');
}
