import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { filesIn } from '../files.mjs';
import { replace } from '../replace.mjs';
import { rolledUp, scratchFolder } from './api.mjs';
import { workspace } from './libraries.mjs';

const { NodeBuilderFlags: flags } = ts;
const EXPANDED = flags.NoTruncation | flags.InTypeAlias | flags.MultilineObjectLiterals;

const SHAPES = { name: '@cairn/api-schema', folder: 'libs/api-schema' };
const FILES = ['index.js', 'index.d.ts'];

/** Libraries whose package is one module that imports nothing, by folder, with the files that are made for it. */
export const bundles = new Map([['libs/client', FILES.map((name) => `dist/bundle/${name}`)]]);

/** When the last of these files or folders was changed. */
function changedAt(paths) {
  const files = paths.flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : path));
  return Math.max(...files.map((path) => statSync(path).mtimeMs));
}

/** Makes the module of a compiled library if it is older than what it is made of. */
export async function updateBundle(library) {
  const outputs = bundles.get(library).map((path) => join(workspace, library, path));
  const compilations = [library, SHAPES.folder].flatMap((folder) => [
    `${folder}/src`,
    `${folder}/tsconfig.tsbuildinfo`,
  ]);
  const sources = ['package-lock.json', 'tools/pack/bundles.mjs', 'tools/pack/api.mjs', ...compilations];
  const since = changedAt(sources.map((path) => join(workspace, path)));
  const isFresh = outputs.every((path) => existsSync(path) && statSync(path).mtimeMs > since);
  if (!isFresh) await makeBundle(library);
}

/** Writes the one module of a compiled library, and its declarations. */
async function makeBundle(library) {
  const folder = join(workspace, library);
  const scratch = scratchFolder();
  try {
    copyDeclarations(folder, scratch);
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'src/index.ts')],
      outfile: join(folder, 'dist/bundle/index.js'),
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
      write: false,
      logLevel: 'warning',
    });
    for (const { path, text } of outputFiles) write(path, text);
    write(join(folder, 'dist/bundle/index.d.ts'), rolledUp(folder, scratch));
  } finally {
    rmSync(scratch, { recursive: true });
  }
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
 * that imports nothing, whatever the types are inferred from. Types with a name of their own keep it.
 */
function shapesOf(folder, library) {
  const program = programOf(folder);
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter();
  const declarations = new Map();
  const named = new Map();
  for (const source of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder))) {
    for (const name of importedFrom(library, source)) {
      const type = checker.getDeclaredTypeOfSymbol(
        checker.getAliasedSymbol(checker.getSymbolAtLocation(name)),
      );
      const node = checker.typeToTypeNode(type, source, EXPANDED);
      const text = printer.printNode(ts.EmitHint.Unspecified, node, source);
      for (const [, one] of text.matchAll(IMPORTED)) declareNamed(one, { program, checker, named });
      declarations.set(name.text, `export type ${name.text} = ${text.replaceAll(IMPORTED, '$1')};`);
    }
  }
  const all = new Map([...named, ...declarations]);
  return [...all.keys()]
    .toSorted()
    .map((name) => all.get(name))
    .join('\n');
}

/** A type of a name in the text of another one. */
const IMPORTED = /import\("[^"]+"\)\.(\w+)/g;

/** Adds the declaration of a type, or of a constant that types are made of, and of all that it names. */
function declareNamed(name, { program, checker, named }) {
  if (named.has(name)) return;
  const declared = program
    .getSourceFiles()
    .filter(({ fileName }) => /\/libs\/[\w-]+\/(?:dist|src)\//.test(fileName))
    .flatMap(({ statements }) => statements)
    .flatMap((one) => (ts.isVariableStatement(one) ? one.declarationList.declarations : [one]))
    .find((one) => one.name?.text === name && !ts.isFunctionDeclaration(one));
  if (declared === undefined) return fail(`There is no declaration of ${name}.`);
  const text = declared
    .getText()
    .replace(/^export /, '')
    .replace(/^declare /, '');
  named.set(name, ts.isVariableDeclaration(declared) ? `declare const ${text};` : `export ${text}`);
  const visit = (node) => {
    const reference = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isTypeQueryNode(node)
        ? node.exprName
        : ts.isExpressionWithTypeArguments(node)
          ? node.expression
          : undefined;
    const [found] = (reference && checker.getSymbolAtLocation(reference)?.declarations) ?? [];
    const isOwn = found && !/\/node_modules\/(?!@cairn\/)/.test(found.getSourceFile().fileName);
    if (isOwn && !ts.isTypeParameterDeclaration(found))
      declareNamed(reference.text, { program, checker, named });
    ts.forEachChild(node, visit);
  };
  visit(declared);
}
