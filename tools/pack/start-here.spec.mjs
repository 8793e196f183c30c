import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { recordsOf } from './api.mjs';
import { libraries, workspace } from './libraries.mjs';

const MOST = 15;

/** The names that a library exports, as its records say. */
function exportedBy(library) {
  const text = recordsOf(library)
    .map((path) => readFileSync(path, 'utf8'))
    .join('');
  const declared = text.matchAll(/^export (?:abstract )?(?:class|const|function|interface|type) (\w+)/gm);
  return new Set([...declared].map(([, name]) => name));
}

/** The names in the paragraph of a library's README that says where to start. */
function startOf({ folder }) {
  const text = readFileSync(join(workspace, folder, 'README.md'), 'utf8').replaceAll('\r\n', '\n');
  const [, paragraph = ''] = /^\*\*Start here:\*\* (.*?)\n\n/ms.exec(text) ?? [];
  return [...paragraph.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
}

describe.each(libraries)('where the README of $name says to start', (library) => {
  const names = startOf(library);

  it(`are at most ${MOST} names`, () => {
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBeLessThanOrEqual(MOST);
  });

  it('are names that it exports', () => {
    const exported = exportedBy(library);
    expect(names.filter((name) => !exported.has(name))).toEqual([]);
  });
});
