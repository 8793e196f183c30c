import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { checkout } from './folders.js';

const RECORD = '.api.md';
/** A declaration with more lines is shown by its first ones: some types have a member per operation. */
const SHOWN_LINES = 40;

const parsed = (text) => ts.createSourceFile('code.ts', text, ts.ScriptTarget.Latest);

const nameOf = (node) =>
  node.name?.text ??
  (ts.isVariableStatement(node) ? node.declarationList.declarations[0]?.name.text : undefined);

const membersOf = (node) => {
  if (ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)) return node.type.members;
  return node.members ?? [];
};

/** The comments of what the sources of a package declare, by names: `Name`, and `Name.member`. */
function commentsIn(folder) {
  const source = join(checkout, folder, 'src');
  const comments = new Map();
  const note = (name, { jsDoc }, text) => {
    const own = jsDoc?.at(-1);
    if (own !== undefined && !comments.has(name)) comments.set(name, text.slice(own.pos, own.end));
  };
  for (const name of readdirSync(source, { recursive: true })) {
    if (!/(?<!\.spec|\.d)\.ts$/.test(name)) continue;
    const text = readFileSync(join(source, name), 'utf8');
    for (const statement of parsed(text).statements) {
      const declared = nameOf(statement);
      if (declared === undefined) continue;
      note(declared, statement, text);
      for (const member of membersOf(statement))
        note(`${declared}.${member.name?.text ?? 'constructor'}`, member, text);
    }
  }
  return comments;
}

/** The text of a comment: its words and its tags, as Markdown. */
const wordsOf = (comment) =>
  comment
    .replaceAll(/^\/\*\*\s?|\s*\*\/$/g, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\{@link\s+([^}\s]+)[^}]*\}/g, '`$1`')
    .replaceAll(/\n?(?<![\w`])@throws\s+(?:\{(\w+)\}\s*)?/g, (_, error) =>
      error === undefined ? '\n\nThrows ' : `\n\nThrows \`${error}\`: `,
    )
    .replaceAll(/\n?(?<![\w`])@param\s+(\w+)\s+(?:- )?/g, '\n\n`$1`: ')
    .replaceAll(/\n?(?<![\w`])@returns?\s+/g, '\n\nGives ')
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;')))
    .join('')
    .trim();

/** The code of a declaration on record, with the comments of its members. */
function codeOf(statement, file, comments) {
  const code = file.text;
  const name = nameOf(statement);
  let [text, at] = ['', statement.getStart(file)];
  for (const member of membersOf(statement)) {
    const start = member.getStart(file);
    const comment = comments.get(`${name}.${member.name?.text ?? 'constructor'}`);
    text += code.slice(at, start).replace(/\n *\/\/ \(undocumented\)(?=\s*$)/, '');
    if (comment !== undefined) text += `${comment.replaceAll(/\n\s*/g, '\n     ')}\n    `;
    [text, at] = [text + code.slice(start, member.end), member.end];
  }
  const lines = (text + code.slice(at, statement.end)).split('\n');
  const rest = lines.length - SHOWN_LINES;
  return rest <= 0 ? lines.join('\n') : `${lines.slice(0, SHOWN_LINES).join('\n')}\n// … ${rest} more lines`;
}

/** What a module exports, as its record says, with the words of the sources. */
function moduleSection(folder, record, comments) {
  const text = readFileSync(join(checkout, folder, record), 'utf8');
  const [, title = ''] = /API Report File for "([^"]+)"/.exec(text) ?? [];
  const path = record.slice(basename(folder).length, -RECORD.length).replace(/^-/, '/');
  const [, code = ''] = /```ts\n([^]*?)```\s*$/.exec(text) ?? [];
  const file = parsed(code);
  const declarations = file.statements.filter(
    (each) =>
      nameOf(each) !== undefined && each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );
  const sections = declarations.map((each) => {
    const words = comments.get(nameOf(each));
    return [
      `### ${nameOf(each)}`,
      ...(words === undefined ? [] : [wordsOf(words)]),
      `\`\`\`ts\n${codeOf(each, file, comments)}\n\`\`\``,
    ].join('\n\n');
  });
  return [`## What \`${title}${path}\` exports`, ...sections].join('\n\n');
}

/** The page of a package: its README, and each declaration that it exports, from the records of its API. */
export function packagePage(folder) {
  const comments = commentsIn(folder);
  const records = readdirSync(join(checkout, folder))
    .filter((name) => name.endsWith(RECORD))
    .toSorted((one, other) => one.length - other.length); // what is for everybody first
  const readme = readFileSync(join(checkout, folder, 'README.md'), 'utf8').trim();
  return `${[readme, ...records.map((record) => moduleSection(folder, record, comments))].join('\n\n')}\n`;
}
