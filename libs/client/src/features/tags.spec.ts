import { describe, expect, it } from '@jest/globals';
import { createClient } from '../index.js';

/** A client, and the addresses that it requested. */
function recorded() {
  const sent: string[] = [];
  const fetch = async (url: unknown): Promise<Response> => {
    sent.push(String(url).replace('http://cairn.test', ''));
    return new Response(null, { status: 204 });
  };
  return { features: createClient({ baseUrl: 'http://cairn.test', fetch }).features, sent };
}

describe('tags', () => {
  it('are sent so that each stays one', async () => {
    const { features, sent } = recorded();
    await features.deleteMany('s', { tags: ['C++', '東京'] });
    expect(sent).toEqual(['/hub/spaces/s/features?tags=C%2B%2B,%E6%9D%B1%E4%BA%AC']);
  });

  it.each([{ tags: ['*'] }, { tags: ['a', '*'] }, { tags: [''] }, { tags: ['a', ''] }])(
    'that would choose more than was asked for are refused: %j',
    async (deletion) => {
      const { features, sent } = recorded();
      await expect(features.deleteMany('s', deletion)).rejects.toThrow(TypeError);
      expect(sent).toEqual([]);
    },
  );
});
