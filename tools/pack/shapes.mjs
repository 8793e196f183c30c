import { join } from 'node:path';
import ts from 'typescript';

const { NodeBuilderFlags: flags } = ts;
const EXPANDED = flags.NoTruncation | flags.InTypeAlias | flags.MultilineObjectLiterals;

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
export function shapesOf(folder, library) {
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
