import { workspaceRoot, createProjectGraphAsync, readCachedProjectGraph } from '@nx/devkit';
import nx from '@nx/eslint-plugin/nx';
import { defineConfig, globalIgnores } from 'eslint/config';
import prettier from 'eslint-config-prettier/flat';
import * as regexp from 'eslint-plugin-regexp';
import svelteParser from 'svelte-eslint-parser';
import tseslint from 'typescript-eslint';
import { boundaryRules } from './boundaries.mjs';
import { expressionRules, libraryRules, scriptRules, sourceRules } from './style.mjs';
import { waitRules } from './waits.mjs';
import { wallRules } from './walls.mjs';

/**
 * Name, root and tags of every project. Creates the Nx project graph if there is none: without it
 * `@nx/enforce-module-boundaries` skips every check and lint passes.
 */
async function readProjects() {
  const graph = await readGraph();
  return Object.values(graph.nodes).map(({ name, data }) => ({
    name,
    root: data.root,
    tags: data.tags ?? [],
  }));
}

async function readGraph() {
  try {
    return readCachedProjectGraph();
  } catch {
    return await createProjectGraphAsync({ exitOnError: true });
  }
}

const projects = (await readProjects()).filter(({ root }) => root !== 'tools');

/** One program for all sources: one per project would check shared sources once for each. */
const types = { project: 'tools/lint/tsconfig.json', tsconfigRootDir: workspaceRoot };
/** Pages run in browsers, and have the types of theirs. */
const browserTypes = (folder) => ({
  files: [`${folder}/**/*.ts`],
  languageOptions: {
    parserOptions: { project: `${folder}/tsconfig.json`, tsconfigRootDir: workspaceRoot },
  },
});

function configure(project, { files, inTests }) {
  return { files, rules: { ...boundaryRules(project, inTests), ...wallRules(project, inTests) } };
}

export default defineConfig(
  // The consumers belong to projects that tests create outside the workspace, and are compiled there.
  globalIgnores(['**/dist/', 'test-results/', 'tools/pack/consumers/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: types },
    plugins: { '@nx': nx },
    rules: sourceRules,
  },
  browserTypes('apps/dashboard'),
  browserTypes('libs/http/src/sharing/page/browser'),
  {
    // svelte-check has their types; here it is what they import.
    files: ['apps/dashboard/**/*.svelte'],
    languageOptions: { parser: svelteParser, parserOptions: { parser: tseslint.parser } },
    plugins: { '@nx': nx },
    rules: { eqeqeq: 'error', 'max-lines': ['error', 250], 'no-var': 'error', 'prefer-const': 'off' },
  },
  {
    // On plain http browsers have nothing else that puts a text on the clipboard.
    files: ['apps/dashboard/src/components/copy-text.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  {
    // What lets a provider on loopback do without https is marked as deprecated to make it stand out.
    files: ['libs/http/src/access/identities/identity-provider.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  { files: ['**/*.ts', '**/*.mjs'], plugins: { regexp }, rules: expressionRules },
  { files: ['libs/**/*.ts'], rules: libraryRules },
  // Lists of exports have one subject, however long, and so has what a tool writes.
  { files: ['**/src/index.ts', 'libs/ground/src/recorded.ts'], rules: { 'max-lines': 'off' } },
  {
    // The parser of forms calls back with five values.
    files: ['libs/http/src/images/form-reader.ts'],
    rules: { '@typescript-eslint/max-params': 'off' },
  },
  ...projects.flatMap((project) => [
    configure(project, { files: [`${project.root}/**/*.ts`, `${project.root}/**/*.svelte`], inTests: false }),
    configure(project, {
      files: [`${project.root}/**/*.spec.ts`, `${project.root}/**/*.spec.*.ts`],
      inTests: true,
    }),
  ]),
  { files: ['tools/**/*.mjs'], rules: scriptRules },
  waitRules,
  prettier,
);
