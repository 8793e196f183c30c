import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { buildSnapshotResolver, SnapshotState } from 'jest-snapshot';
import { setTimeout } from './globals.mjs';
import { bundleOf } from './spec-bundles.mjs';

/** Tells assertions which test they are in, and the test what they found without throwing. */
function followTest({ name, test }) {
  if (name === 'test_start') {
    const names = [];
    for (let { parent } = test; parent?.parent; { parent } = parent) names.unshift(parent.name);
    jestExpect.setState({ suppressedErrors: [], currentTestName: [...names, test.name].join(' ') });
  }
  if (name !== 'test_done') return;
  const unmet = jestExpect.extractExpectedAssertionsErrors().map(({ error }) => error);
  test.errors.push(...jestExpect.getState().suppressedErrors, ...unmet);
  jestExpect.setState({ suppressedErrors: [] });
}
addEventHandler(followTest);

/** An error that nobody caught fails the test that runs, or else the suite. */
function noteUncaught(error) {
  const { currentlyRunningTest, unhandledErrors } = getState();
  (currentlyRunningTest?.errors ?? unhandledErrors).push(error);
}
process.on('uncaughtException', noteUncaught);
process.on('unhandledRejection', noteUncaught);

/** The snapshots of a suite. */
async function openSnapshots(suite, { expand, updateSnapshot }, config) {
  const { prettierPath, rootDir, snapshotFormat } = config;
  const resolver = await buildSnapshotResolver(config);
  const options = { expand, prettierPath, rootDir, snapshotFormat, updateSnapshot };
  return new SnapshotState(resolver.resolveSnapshotPath(suite), options);
}

const statuses = { skip: 'pending', todo: 'todo' };

function resultOf({ status, errors, errorsDetailed, testPath, duration, ...result }) {
  const [, ...names] = testPath; // the first is the suite's own
  return {
    ...result,
    duration,
    ancestorTitles: names.slice(0, -1),
    title: names.at(-1),
    fullName: names.join(' '),
    failureMessages: errors,
    failureDetails: errorsDetailed,
    status: statuses[status] ?? (errors.length > 0 ? 'failed' : 'passed'),
  };
}

const countOf = (results, status) => results.filter((result) => result.status === status).length;

/** Whom servers are started with, where a project of tests says so. A suite is loaded anew for each host. */
const givenHost = process.env.CAIRN_TEST_HOST;
function useHost(host = givenHost) {
  if (host === undefined) delete process.env.CAIRN_TEST_HOST;
  else process.env.CAIRN_TEST_HOST = host;
}

/**
 * Runs a suite for Jest, in this process and not in a sandbox: what suites share is then loaded and compiled once, not
 * once for each of hundreds of suites, and loops run at full speed.
 */
export default async function runSuite(globalConfig, config, _environment, _runtime, suite) {
  resetState();
  setTimeout(undefined);
  const state = getState();
  state.testTimeout = config.testTimeout ?? globalConfig.testTimeout ?? state.testTimeout;
  if (globalConfig.testNamePattern) state.testNamePattern = new RegExp(globalConfig.testNamePattern, 'i');
  const snapshots = await openSnapshots(suite, globalConfig, config);
  jestExpect.setState({ expand: globalConfig.expand, snapshotState: snapshots, testPath: suite });
  const { host } = config.testEnvironmentOptions;
  useHost(host);
  await import(`${pathToFileURL(bundleOf(suite))}${host === undefined ? '' : `?${host}`}`);
  const { testResults, unhandledErrorsDetailed } = await run();
  snapshots.save();
  const results = testResults.map(resultOf);
  const others = unhandledErrorsDetailed.map((error) => formatExecError(error, config, globalConfig));
  const failures = [formatResultsErrors(results, config, globalConfig, suite), ...others].filter(Boolean);
  return {
    testResults: results,
    failureMessage: failures.length > 0 ? failures.join('\n\n') : null,
    ...(others.length > 0 && { testExecError: { message: '', stack: others.join('\n') } }),
    numFailingTests: countOf(results, 'failed'),
    numPassingTests: countOf(results, 'passed'),
    numPendingTests: countOf(results, 'pending'),
    numTodoTests: countOf(results, 'todo'),
    openHandles: [],
    perfStats: { start: 0, end: 0, runtime: 0, slow: false },
    snapshot: {
      added: snapshots.added,
      matched: snapshots.matched,
      unmatched: snapshots.unmatched,
      updated: snapshots.updated,
      unchecked: 0,
      uncheckedKeys: [],
      fileDeleted: false,
    },
    leaks: false,
  };
}
