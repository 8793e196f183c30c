import { describe, expect, it } from '@jest/globals';
import { MessageReader, MessageTooLong } from './message-reader.js';

const LINES = '{"type":"Feature"}\n';
const MESSAGES = Buffer.from(
  `{"kind":"chunk","places":[7],"faults":[],"sizeInBytes":${LINES.length}}\n${LINES}{"kind":"end"}\n`,
);

describe('messages of the program', () => {
  it('are put together of pieces of any length', () => {
    for (const length of [1, 5, 60, 1_000]) {
      const reader = new MessageReader();
      const answers: unknown[] = [];
      for (let at = 0; at < MESSAGES.length; at += length)
        answers.push(...reader.take(MESSAGES.subarray(at, at + length)));
      const lines = Buffer.from(LINES);
      expect(answers).toEqual([{ kind: 'chunk', places: [7], faults: [], lines }, { kind: 'end' }]);
    }
  });

  it('are not held beyond what a message may have', () => {
    const reader = new MessageReader(100);
    expect([...reader.take(Buffer.alloc(100))]).toEqual([]);
    expect(() => [...reader.take(Buffer.alloc(1))]).toThrow(MessageTooLong);
  });
});
