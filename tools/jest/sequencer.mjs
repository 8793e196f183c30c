import Sequencer from '@jest/test-sequencer';

/** What starts servers takes longest, and begins first: else one worker ends long after the others. */
const isEndToEnd = ({ path }) => /-e2e[\\/]|[\\/]tools[\\/]/.test(path);

export default class ServersFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => Number(isEndToEnd(b)) - Number(isEndToEnd(a)));
  }
}
