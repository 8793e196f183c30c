import { blocksOf, pages } from './blocks.mjs';

const here = (name) => `tools/docs/${name}.full.spec.mjs`;

/** Pages that say what a newcomer tries first: their commands run in the newcomer's test too, which compares what they print. */
const tours = ['README.md', 'docs/hub.md', 'docs/data-files.md', 'docs/events.md'];

const is = {
  shell: ({ language }) => language === 'sh',
  tour: ({ page, code }) => tours.includes(page) && /curl|CAIRN=/.test(code) && !code.includes('$DELETION'),
};

/**
 * Which suite checks a block, from the first row that it fits. A block that fits none fails `blocks.spec.mjs`, so that no new one is
 * forgotten.
 */
const rows = [
  ['only read: `tools/docs/blocks.spec.mjs`', ({ noRun }) => noRun !== undefined],
  ['output', ({ language }) => language === 'text' || language === 'txt'], // after a program, it is compared with what that prints
  [
    'apps/dashboard/src/views/keys/clients/upload-clients.spec.mjs',
    ({ page }) => page === 'docs/upload-clients.md',
  ],
  ['tools/deploy/deployment.spec.mjs', ({ title }) => title?.startsWith('deploy/')],
  ['tools/pack', ({ title }) => title !== undefined],
  ['tools/pack/api.full.spec.mjs', ({ page }) => page.endsWith('.api.md')],
  [
    'tools/pack/client.full.spec.mjs',
    ({ page, language }) => page === 'libs/client/README.md' && language === 'ts',
  ],
  [
    'tools/pack/application.full.spec.mjs',
    ({ page, language }) => page.startsWith('libs/') && language === 'ts',
  ],
  [
    'tools/pack/embedded.full.spec.mjs',
    ({ page, language }) => page === 'docs/embedding.md' && language === 'ts',
  ],
  ['apps/server-e2e/src/readme.spec.ts', (block) => is.shell(block) && is.tour(block)],
  [
    here('shapes'),
    ({ language, schema }) =>
      /^(?:ini|yaml|sql)$/.test(language) || (language === 'json' && schema !== undefined),
  ],
  [
    'apps/server-e2e/src/images/upload-tokens.spec.ts',
    ({ page, language }) => page === 'docs/uploads.md' && language === 'js',
  ],
  [here('maps'), ({ language, code }) => language === 'html' || /maplibregl|new Map\(/.test(code)],
  [
    here('programs'),
    ({ language, code }) => /^(?:python|php|go|js)$/.test(language) || code.startsWith('query='),
  ],
  [here('commands'), is.shell],
];

/** The suite that checks a block, and none where nothing does. */
export const checkOf = (block) => rows.find(([, fits]) => fits(block))?.[0];

/** Every code block of every page. */
export const allBlocks = () => pages.flatMap(blocksOf);

/** The blocks that a suite checks, by page. */
export function blocksFor(suite) {
  const blocks = allBlocks().filter((block) => checkOf(block) === suite);
  return Object.entries(Object.groupBy(blocks, ({ page }) => page));
}
