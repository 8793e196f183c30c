import { describe, expect, it } from '@jest/globals';
import { RereadableBytes } from './rereadable-bytes.js';

const memory = { add: () => undefined, release: () => undefined };
const texts = async (bytes: AsyncIterable<Buffer>): Promise<string> => {
  let text = '';
  for await (const chunk of bytes) text += String(chunk);
  return text;
};

describe('RereadableBytes', () => {
  it('are read again from their start', async () => {
    async function* parts(): AsyncGenerator<Buffer> {
      for (const text of ['a', 'b', 'c']) yield Buffer.from(text);
    }
    const bytes = new RereadableBytes(parts(), memory);
    for await (const chunk of bytes.first()) if (String(chunk) === 'b') break;
    expect(await texts(bytes.again())).toBe('abc');
    await bytes.close();
  });

  it('are closed while bytes are awaited that may never come', async () => {
    let goOn: () => void = () => undefined;
    let isLeft = false;
    async function* parts(): AsyncGenerator<Buffer> {
      try {
        yield Buffer.from('a');
        await new Promise<void>((resolve) => (goOn = resolve));
        yield Buffer.from('b');
      } finally {
        isLeft = true;
      }
    }
    const bytes = new RereadableBytes(parts(), memory);
    const reader = bytes.again();
    expect(String((await reader.next()).value)).toBe('a');
    const pending = reader.next();
    await bytes.close();
    expect(isLeft).toBe(false);
    goOn();
    await pending;
    await reader.next();
    expect(isLeft).toBe(true);
  });
});
