import { builtinModules } from 'node:module';
import { arrows } from './arrows.mjs';

const isBuiltin = (name) => name.startsWith('node:');
const withSubpaths = (name) => (name.endsWith('*') ? [name] : [name, `${name}/*`]);

/** What the row `arrow` allows `project`. `packages` is absent when another row of the project lists them. */
export function allowance(arrow, project, inTests) {
  const { to, packages, tests = {} } = arrow;
  const own = packages === undefined || Array.isArray(packages) ? packages : (packages[project.name] ?? []);
  return {
    to: [...to, ...((inTests && tests.to) || [])],
    packages: own && [...own, ...((inTests && tests.packages) || [])],
  };
}

/** The rows for `project`. */
export const arrowsOf = (project) => arrows.filter(({ from }) => project.tags.includes(from));

/** Node built-ins that `project` may import, without `node:`; `*` for all. */
export function builtinsOf(project, inTests) {
  const packages = arrowsOf(project).flatMap((arrow) => allowance(arrow, project, inTests).packages ?? []);
  return packages.filter(isBuiltin).map((name) => name.slice('node:'.length));
}

/** The modules of applications that `project` may import. */
const partsOf = (project) => arrowsOf(project).flatMap(({ parts = [] }) => parts);

function depConstraints(project, inTests) {
  return arrows.map((arrow) => {
    const { to, packages } = allowance(arrow, project, inTests);
    const allowedExternalImports = packages?.filter((name) => !isBuiltin(name)).flatMap(withSubpaths);
    return {
      sourceTag: arrow.from,
      onlyDependOnLibsWithTags: to,
      ...(allowedExternalImports && { allowedExternalImports }),
    };
  });
}

const unprefixed = builtinModules
  .filter((name) => !isBuiltin(name))
  .map((name) => ({ name, message: `Write node:${name}.` }));

function restrictedImports(project, inTests) {
  if (arrowsOf(project).length === 0) {
    const message = 'A project without a tag of tools/lint/arrows.mjs may import nothing.';
    return { patterns: [{ regex: '^(?!\\.)', message }] };
  }
  const builtins = builtinsOf(project, inTests);
  const allowed = builtins.length === 0 ? '' : `(?!(?:${builtins.join('|').replaceAll('*', '.*')})$)`;
  return {
    paths: unprefixed,
    patterns: [
      {
        regex: `^node:${allowed}`,
        message: 'tools/lint/arrows.mjs does not give this built-in to this project.',
      },
      {
        regex: `^@cairn/${partsOf(project)
          .map((part) => `(?!${part.slice('@cairn/'.length)}$)`)
          .join('')}[^/]+/(?!spi$)`,
        message: 'Import a library by its name, or its ports by /spi.',
      },
    ],
  };
}

/** The import rules of `project`. */
export function boundaryRules(project, inTests) {
  return {
    '@nx/enforce-module-boundaries': [
      'error',
      {
        banTransitiveDependencies: true,
        allow: partsOf(project),
        // Tests load libraries dynamically after mocking. That must not force other files to do the same.
        checkDynamicDependenciesExceptions: ['@cairn/*'],
        depConstraints: depConstraints(project, inTests),
      },
    ],
    'no-restricted-imports': ['error', restrictedImports(project, inTests)],
  };
}
