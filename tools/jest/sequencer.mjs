import Sequencer from '@jest/test-sequencer';

/** What runs only in the full run takes longest, then what starts servers. */
const weightOf = ({ path }) =>
  (/\.full\.spec\./.test(path) ? 2 : 0) + (/-e2e[\\/]|[\\/]tools[\\/]/.test(path) ? 1 : 0);

/** What takes longest begins first: else one worker ends long after the others. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => weightOf(b) - weightOf(a));
  }
}
