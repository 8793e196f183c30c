const INSTEAD =
  'A test waits for the thing itself: `until` of @cairn/harness or @cairn/testkit, an event, a log line, the clock of a port. ' +
  '`slowly` is for a fake that is slow on purpose. What measures time is an `.alone.spec`, what has limits of seconds a `.priority.spec`.';

const TIMERS = ['setTimeout', 'setInterval'];
/** Objects that have timers as members. `jest.setTimeout` is a limit, and that of a request is one, too. */
const HOLDERS = ['globalThis', 'global', 'window', 'self'];

const nameOf = ({ computed, property }) => (computed ? property.value : property.name);

/** Whether a member is a timer: of the global object, `AbortSignal.timeout`, or Playwright's pause. */
function isTimer(member) {
  const name = nameOf(member);
  const { object } = member;
  if (name === 'waitForTimeout') return true;
  if (object.type !== 'Identifier') return false;
  if (object.name === 'AbortSignal') return name === 'timeout';
  return HOLDERS.includes(object.name) && TIMERS.includes(name);
}

/** A test that makes its own time keeps the timers, to give them back. */
const isKept = (member) => member.parent.type === 'Property' && member.parent.key.name === nameOf(member);

/** A turn of the event loop is no time. */
const isTurn = ({ type, imported }) => type === 'ImportSpecifier' && imported.name === 'setImmediate';

const bareTimers = {
  meta: { type: 'problem', schema: [], messages: { wait: INSTEAD } },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'wait' });
    return {
      ImportDeclaration(node) {
        if (!/^(node:)?timers(\/promises)?$/.test(node.source.value)) return;
        for (const specifier of node.specifiers) if (!isTurn(specifier)) report(specifier);
      },
      ImportExpression(node) {
        if (/^(node:)?timers/.test(node.source.value)) report(node);
      },
      MemberExpression(node) {
        if (isTimer(node) && !isKept(node)) report(node);
      },
      'Program:exit'(node) {
        const { set, through } = context.sourceCode.getScope(node);
        const known = TIMERS.flatMap((name) => set.get(name)?.references ?? []);
        for (const { identifier } of new Set([...through, ...known]))
          if (TIMERS.includes(identifier.name)) report(identifier);
      },
    };
  },
};

/** What only suites that run alone or have priority use. */
const UNDISTURBED = ['**/*.{alone,priority}.spec.*', 'apps/server-e2e/src/service/event-loop/**'];

/** No test waits by the clock, but for these. */
export const waitRules = {
  files: [
    ...['**/*.spec.ts', '**/*.spec.mjs', '**/*.spec.kit.ts'],
    ...['apps/*-e2e/src/**/*.ts', 'libs/testkit/src/**/*.ts'],
  ],
  ignores: [...UNDISTURBED, 'libs/testkit/src/until.ts'],
  plugins: { tests: { rules: { 'no-bare-timers': bareTimers } } },
  rules: { 'tests/no-bare-timers': 'error' },
};
