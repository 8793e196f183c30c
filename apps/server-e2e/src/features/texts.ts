import { describe, expect, it } from '@jest/globals';
import { namespaceOf, point, type Hub, type HubBody, type HubFeature } from './hub.js';

/** Tests of what is read from the texts of features. */
export function declareTexts(open: () => Hub): void {
  describe('a feature', () => {
    it('keeps tags of any script, and finds and adds just these', async () => {
      const hub = open();
      const space = await hub.space();
      const tags = ['東京', 'Москва', 'Ærø', 'Straße', '😀', 'C++', 'utc+1'];
      const feature = point('a', 11, 47, { '@ns:com:here:xyz': { tags } });
      const stored = ['東京', 'Москва', 'Ærø', 'Straße', '😀', 'c++', 'utc+1'];
      expect(namespaceOf((await hub.put(space, feature)).body.features[0])['tags']).toEqual(stored);
      for (const tag of tags)
        expect([tag, await hub.ids(`${space}/search?tags=none,${encodeURIComponent(tag)}`)]).toEqual([
          tag,
          ['a'],
        ]);
      for (const tag of ['r', 'strae', 'c', 'utc', '1', '東'])
        expect([tag, await hub.ids(`${space}/search?tags=${encodeURIComponent(tag)}`)]).toEqual([tag, []]);
      const add = encodeURIComponent('Zürich,C#');
      const remove = encodeURIComponent('東京,Ærø');
      const changed = await hub.call(`${space}/features/a?addTags=${add}&removeTags=${remove}`, {
        method: 'PATCH',
        body: {},
      });
      expect(namespaceOf(changed.body as HubBody & HubFeature)['tags']).toEqual([
        'Москва',
        'Straße',
        '😀',
        'c++',
        'utc+1',
        'Zürich',
        'c#',
      ]);
      const all = await hub.call(`${space}/statistics`);
      expect(JSON.stringify(all.body['tags'])).toContain('"Straße"');
    });

    it('has one id for all ways of writing a number, and says where a text is no JSON', async () => {
      const hub = open();
      const space = await hub.space();
      for (const id of ['1000', '1e3', '1E3', '1000.0'])
        await hub.call(`${space}/features`, { method: 'PUT', body: `{"type":"Feature","id":${id}}` });
      expect(await hub.ids(`${space}/search`)).toEqual(['1000']);
      const text = '{"type":"FeatureCollection","features":[{},\n{"properties":{"gdp":NaN}}]}';
      const { status, body } = await hub.call(`${space}/features`, { method: 'PUT', body: text });
      expect([status, body.errorMessage]).toEqual([400, expect.stringMatching(/`NaN` at line 1, column 22/)]);
      expect(body.errorDetails?.errors?.[0]?.pointer).toBe('/features/1');
    });
  });
}
