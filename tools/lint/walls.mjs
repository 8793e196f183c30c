import { builtinsOf } from './boundaries.mjs';

const namedOnly = [
  { selector: 'ExportAllDeclaration', message: 'Name what is exported.' },
  {
    selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"], TSExportAssignment',
    message: 'Export by name.',
  },
];

const noFlags = [
  {
    selector:
      ':function > .params:matches(Identifier[typeAnnotation.typeAnnotation.type="TSBooleanKeyword"], AssignmentPattern[right.raw=/^(true|false)$/])',
    message: 'A call does not tell what true means: take an object, or write two functions.',
  },
];

const ormPitfalls = [
  {
    selector: 'Property[key.name="synchronize"]:not([value.value=false])',
    message: 'Migrations change the schema; synchronize drops columns.',
  },
  {
    selector:
      'CallExpression[callee.property.name="query"] > .arguments:first-child:matches(TemplateLiteral[expressions.length>0], BinaryExpression)',
    message: 'Pass values as parameters, never as part of the SQL.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^(addO|o)rderBy$/] > .arguments:first-child:not(Literal)',
    message: 'TypeORM passes this text to the database as it is: write the column here.',
  },
];

const purity = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0], CallExpression[callee.name="Date"]',
    message: 'Ask the Clock.',
  },
  { selector: 'Decorator', message: 'The domain is plain classes: bind them in composition.' },
  {
    selector: 'TSAsExpression:not([typeAnnotation.typeName.name="const"]), TSTypeAssertion',
    message: 'Parse or narrow: a cast is a promise nobody checks.',
  },
];

const ambient = [
  'process',
  'Buffer',
  'console',
  'fetch',
  'performance',
  'crypto',
  'require',
  'global',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
].map((name) => ({ name, message: 'The domain reaches the outside through its ports.' }));

/** Packages that are loaded when they are first needed. */
const slowToLoad = ['h3-js'];

/** Servers and tools load what is slow to load when they need it, and the page loads what it does not show at first. */
const mayLoadLater = (project, inTests) =>
  builtinsOf(project, inTests).includes('*') || project.tags.includes('type:dashboard');

function dynamicImports(project, inTests) {
  return mayLoadLater(project, inTests)
    ? [{ selector: 'ImportExpression[source.type!="Literal"]', message: 'Lint cannot follow this import.' }]
    : [
        {
          selector: `ImportExpression:not([source.value=/^(${slowToLoad.join('|')})$/])`,
          message: 'Import at the top, where lint sees the arrow.',
        },
      ];
}

/** Members and parameters are written out: a spread of a literal only saves lines. */
const noGolf = ['ObjectExpression > SpreadElement > ObjectExpression', 'RestElement > ArrayPattern'].map(
  (selector) => ({ selector, message: 'Write it out instead of spreading a literal.' }),
);

const isPure = (project) =>
  ['type:kernel', 'type:algorithm', 'type:asset', 'type:domain'].some((tag) => project.tags.includes(tag));

/** Rules that keep all code readable, and kernel, algorithms and domain free of ambient APIs. */
export function wallRules(project, inTests) {
  const everywhere = [
    ...namedOnly,
    ...noFlags,
    ...ormPitfalls,
    ...noGolf,
    ...dynamicImports(project, inTests),
  ];
  if (inTests || !isPure(project)) return { 'no-restricted-syntax': ['error', ...everywhere] };
  return {
    'no-restricted-syntax': ['error', ...everywhere, ...purity],
    'no-restricted-globals': ['error', ...ambient],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: 'Ask the Clock.' },
      { object: 'Math', property: 'random', message: 'Ask the IdGenerator.' },
    ],
  };
}
