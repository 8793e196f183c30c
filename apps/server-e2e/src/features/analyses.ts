import { describe, expect, it } from '@jest/globals';
import { faultsOf, idsOf, namespaceOf, point, type Hub, type Json } from './hub.js';

const towns = [
  point('a', 11, 47, { kind: 'hut', beds: 10, built: '1990-05-01' }),
  point('b', 11.5, 47.2, { kind: 'hut', beds: 40, built: '1990-07-01' }),
  point('c', 12.5, 47.4, { kind: 'spring', built: '2001-02-03T04:05:06Z' }),
  point('d', 100, 10, { kind: 'hut', beds: 25 }),
];
const triangle = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 46],
      [12, 46],
      [11, 49],
      [10, 46],
    ],
  ],
};

/** Tests of statistics of some features, and of how features lie to a place. */
export function declareAnalyses(open: () => Hub): void {
  let shared: Promise<string> | undefined;
  const townSpace = (hub: Hub): Promise<string> => (shared ??= hub.space(...towns));
  const statistics = async (query: string): Promise<Json> => {
    const hub = open();
    const { status, body } = await hub.call(`${await townSpace(hub)}/statistics?${query}`);
    expect(status).toBe(200);
    return body;
  };
  const exactly = (value: unknown) => ({ value, estimated: false });

  describe('statistics of some features', () => {
    it('have the narrow box of what lies around the antimeridian', async () => {
      const hub = open();
      const space = await hub.space(point('a', 177, -16), point('b', -178, -20));
      const { body } = await hub.call(`${space}/statistics`);
      expect(body).toMatchObject({
        bbox: exactly([-178, -20, 177, -16]),
        narrowBbox: exactly([177, -20, -178, -16]),
      });
      expect(await statistics('')).not.toHaveProperty('narrowBbox');
    });

    it('are exact in an area and by a filter', async () => {
      expect(await statistics('west=10&south=46&east=12&north=48&p.kind=hut')).toMatchObject({
        count: exactly(2),
        bbox: exactly([11, 47, 11.5, 47.2]),
        geometryTypes: exactly(['Point']),
        properties: { value: expect.arrayContaining([expect.objectContaining({ key: 'beds', count: 2 })]) },
        maxVersion: exactly(1),
      });
      const fast = await statistics('f.id=d&fastMode=true');
      expect(fast).toMatchObject({ count: exactly(1) });
      expect(fast).not.toHaveProperty('properties');
    });

    it('have the values, the spread and the dates of members', async () => {
      expect(
        await statistics('groupBy=p.kind&top=1&histogram=p.beds&bins=3&timeBuckets=p.built&interval=year'),
      ).toMatchObject({
        count: exactly(4),
        groups: { ...exactly([{ value: 'hut', count: 3 }]), others: 1, missing: 0, distinct: 2 },
        histogram: {
          value: [
            { from: 10, to: 20, count: 1 },
            { from: 20, to: 30, count: 1 },
            { from: 30, to: 40, count: 1 },
          ],
          missing: 1,
        },
        timeBuckets: {
          value: [
            { from: '1990-01-01T00:00:00.000Z', count: 2 },
            { from: '2001-01-01T00:00:00.000Z', count: 1 },
          ],
          missing: 1,
        },
      });
    });

    it('are not sent again while nothing has changed', async () => {
      const hub = open();
      const path = `${await townSpace(hub)}/statistics?groupBy=p.kind`;
      const etag = (await hub.call(path)).headers.get('etag') ?? '';
      expect((await hub.text(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
      expect((await hub.call(`${path}&top=1`)).headers.get('etag')).not.toBe(etag);
    });

    it.each([
      ['west=1', ['/south required', '/east required', '/north required']],
      ['groupBy=kind&top=0', ['/groupBy invalid-member']],
      ['groupBy=p.kind&top=1001', ['/top invalid-count']],
      ['histogram=p.beds&bins=x', ['/bins invalid-type']],
      ['timeBuckets=p.built&interval=week', ['/interval invalid-interval']],
    ])('refuse %s', async (query, faults) => {
      const hub = open();
      expect(faultsOf(await hub.call(`${await townSpace(hub)}/statistics?${query}`))).toEqual([
        400,
        ...faults,
      ]);
    });
  });

  describe('a relation to a place', () => {
    it.each([
      ['within', ['a', 'b']],
      ['disjoint', ['c', 'd']],
      ['contains', []],
      ['INTERSECTS', ['a', 'b']],
    ])('%s', async (relation, ids) => {
      const hub = open();
      const path = `${await townSpace(hub)}/spatial?relation=${relation}`;
      expect(idsOf(await hub.call(path, { method: 'POST', body: triangle }))).toEqual(ids);
    });

    it('takes polygons of 10,000 positions', async () => {
      const hub = open();
      const path = `${await townSpace(hub)}/spatial?relation=within&distance=true`;
      const ring = Array.from({ length: 9_999 }, (_, corner) => {
        const angle = (corner / 9_999) * 2 * Math.PI;
        return [11 + Math.cos(angle), 47 + Math.sin(angle)];
      });
      const circle = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
      const found = await hub.call(path, { method: 'POST', body: circle });
      expect(found.body.features.map((feature) => [feature.id, namespaceOf(feature)['distance']])).toEqual([
        ['a', 0],
        ['b', 0],
      ]);
    });

    it('gives the distances of what is in a radius', async () => {
      const hub = open();
      const { body } = await hub.call(
        `${await townSpace(hub)}/spatial?lat=47&lon=11&radius=100000&distance=true&selection=p.@ns:com:here:xyz`,
      );
      const distances = body.features.map((feature) => Math.round(Number(namespaceOf(feature)['distance'])));
      expect(distances).toEqual([0, 43_990]);
    });

    it.each([
      ['relation=touches', ['/relation invalid-relation']],
      ['relation=within&radius=5', ['/relation invalid-relation']],
      ['relation=disjoint&nearest=5', ['/relation invalid-relation']],
      ['relation=disjoint&clip=true', ['/relation invalid-relation']],
    ])('refuses %s', async (query, faults) => {
      const hub = open();
      const path = `${await townSpace(hub)}/spatial?lat=47&lon=11&${query}`;
      expect(faultsOf(await hub.call(path))).toEqual([400, ...faults]);
    });
  });
}
