import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { arrows } from './arrows.mjs';
import { canariesOf, isAllowed, UNTAGGED } from './canary-code.mjs';

const script = fileURLToPath(new URL('canary.mjs', import.meta.url));
const output = execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: 2 ** 26 });
const { projects, messages } = JSON.parse(output);

const arrowRules = /^(@nx\/enforce-module-boundaries|no-restricted-imports)$/;
const nameOf = (target) => target.name ?? target;

function rulesAgainst(path, line) {
  return (messages[path] ?? []).filter((message) => message.line === line).map(({ ruleId }) => ruleId);
}

/** The lines of a canary in `project`, each with the rules that reject it. */
function judged(project, name) {
  const lines = canariesOf(project, projects)[name] ?? [];
  return lines.map((line, index) => ({
    ...line,
    against: rulesAgainst(`${project.root}/${name}`, index + 1),
  }));
}

function refusedBy(project, name) {
  const refused = judged(project, name).filter(({ against }) =>
    against.some((rule) => arrowRules.test(rule)),
  );
  return refused.map(({ target }) => nameOf(target)).sort();
}

describe.each(projects)('$name', (project) => {
  it.each([
    ['its sources', '__canary__.ts', false],
    ['its tests', '__canary__.spec.ts', true],
  ])('in %s, may import what the arrows say and nothing else', (_, name, inTests) => {
    const targets = canariesOf(project, projects)[name].map(({ target }) => target);
    const expected = targets.filter((target) => !isAllowed({ project, target, inTests }));
    expect(refusedBy(project, name)).toEqual(expected.map(nameOf).sort());
  });
});

describe('The arrows', () => {
  it.each([
    ['kernel', 'images'],
    ['image-structure', 'kernel'],
    ['image-structure', 'robust-predicates'],
    ['geometry', 'kernel'],
    ['ground', 'kernel'],
    ['ground', 'node:fs'],
    ['map-style', 'kernel'],
    ['map-style', 'pbf'],
    ['images', 'spaces'],
    ['spaces', 'photo-places'],
    ['photo-places', 'access'],
    ['spaces', 'maps'],
    ['photo-places', 'maps'],
    ['maps', 'images'],
    ['webhooks', 'spaces'],
    ['spaces', 'access'],
    ['images', 'typeorm'],
    ['images', 'node:fs'],
    ['access', '@nestjs/common'],
    ['http', '@nestjs/common'],
    ['http', 'adapter-memory'],
    ['adapter-memory', 'adapter-typeorm'],
    ['adapter-memory', 'node:fs'],
    ['adapter-fs', 'sharp'],
    ['adapter-hot', 'adapter-memory'],
    ['adapter-http', 'adapter-fs'],
    ['adapter-fs', 'composition'],
    ['adapter-fs', 'testkit'],
    ['composition', 'server'],
    ['composition', '@nestjs/common'],
    ['server', 'adapter-typeorm'],
    ['testkit', 'adapter-memory'],
    ['api-schema', 'kernel'],
    ['api-schema', 'api-document'],
    ['api-document', 'images'],
    ['examples', 'server'],
    ['nest', 'adapter-memory'],
    ['http', 'nest'],
    ['client', 'kernel'],
    ['client', 'zod'],
    ['client', 'node:fs'],
  ])('refuse %s importing %s', (name, target) => {
    const project = projects.find((candidate) => candidate.name === name);
    expect(refusedBy(project, '__canary__.ts')).toContain(target);
  });

  it('refuse everything to a project without tags', () => {
    const project = projects.find(({ name }) => name === UNTAGGED.name);
    const imports = canariesOf(project, projects)['__canary__.ts'];
    expect(refusedBy(project, '__canary__.ts')).toHaveLength(imports.length);
  });

  it.each(arrows)('of $from start at a project that exists', ({ from }) => {
    expect(projects.filter(({ tags }) => tags.includes(from))).not.toEqual([]);
  });

  it.each(projects.filter(({ name }) => name !== UNTAGGED.name))(
    'start at one type for $name',
    ({ tags }) => {
      expect(tags.filter((tag) => tag.startsWith('type:'))).toHaveLength(1);
    },
  );
});

const walled = [
  ...['__canary__.impure.ts', 'src/__canary__.ts', 'src/__canary__.waits.ts'],
  ...['__canary__.waits.spec.ts', '__canary__.waits.spec.kit.ts'],
  ...['__canary__.waits.alone.spec.ts', '__canary__.waits.priority.spec.ts'],
];
const lines = projects.flatMap((project) =>
  walled.flatMap((name) => judged(project, name).map((line) => ({ ...line, name, project: project.name }))),
);
const walls = lines.filter(({ rules }) => rules !== undefined);
const gates = lines.filter(({ harmless }) => harmless !== undefined);

describe('The walls', () => {
  it.each(walls)('of $project refuse $code in $name', ({ against, rules }) => {
    expect(against).toContainEqual(expect.stringMatching(rules));
  });

  it.each(gates)('of $project let $code pass in $name', ({ against, harmless }) => {
    expect(against).not.toContainEqual(expect.stringMatching(harmless));
  });
});

describe('The canaries', () => {
  it('leave nothing behind', () => {
    expect(Object.keys(messages).filter((path) => existsSync(path))).toEqual([]);
  });
});
