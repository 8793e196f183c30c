import { GROUND_COLORS } from '@cairn/ground';
import { describe, expect, it } from '@jest/globals';
import { area, layer, line, painted, point, worldOf } from './painted.spec.kit.js';

const { land, water } = GROUND_COLORS.light;
const [RED, BLUE] = ['#ff0000', '#0000ff'];
const square = (left: number, top: number, right: number, bottom: number): readonly number[] => [
  ...[left, top, right, top],
  ...[right, bottom, left, bottom],
];

describe('a painted map', () => {
  it('has points where they are, in the color that an expression gives, and not those that a filter leaves out', async () => {
    const tiles = [
      worldOf([
        point(800, 800, { beds: 5 }),
        point(1_600, 800, { beds: 50 }),
        point(2_400, 800, { beds: 5, state: 'closed' }),
      ]),
    ];
    const points = layer('circle', {
      filter: ['!', ['has', 'state']],
      paint: {
        'circle-color': ['step', ['get', 'beds'], RED, 10, BLUE],
        'circle-radius': 6,
        'circle-stroke-width': 3,
        'circle-stroke-color': '#00ff00',
      },
    });
    const { at } = await painted({ tiles, layers: [points] });
    expect([at(100, 100), at(200, 100), at(300, 100)]).toEqual([RED, BLUE, land]);
    expect([at(107, 100), at(100, 92), at(110, 100)]).toEqual(['#00ff00', '#00ff00', land]);
  });

  it('has larger points below smaller ones, by the sort key', async () => {
    const tiles = [worldOf([point(800, 800, { size: 4 }), point(800, 800, { size: 9 })])];
    const points = layer('circle', {
      layout: { 'circle-sort-key': ['*', -1, ['get', 'size']] },
      paint: {
        'circle-color': ['match', ['get', 'size'], 4, RED, BLUE],
        'circle-radius': ['get', 'size'],
      },
    });
    const { at } = await painted({ tiles, layers: [points] });
    expect([at(100, 100), at(106, 100)]).toEqual([RED, BLUE]);
  });

  it('has layers in their order, areas with their opacity, and lines with width and dashes', async () => {
    const tiles = [worldOf([area(square(400, 400, 1_200, 1_200)), line([0, 2_400, 4_096, 2_400])])];
    const isArea = ['==', ['geometry-type'], 'Polygon'];
    const isLine = ['==', ['geometry-type'], 'LineString'];
    const fill = layer('fill', { filter: isArea, paint: { 'fill-color': RED, 'fill-opacity': 0.5 } });
    const outline = layer('line', { filter: isArea, paint: { 'line-color': BLUE, 'line-width': 4 } });
    const dashes = { 'line-color': BLUE, 'line-width': 4, 'line-dasharray': [2, 2] };
    const dashed = layer('line', { filter: isLine, paint: dashes });
    const { at } = await painted({ tiles, layers: [fill, outline, dashed] });
    expect([at(100, 100), at(50, 100), at(47, 100), at(20, 20)]).toEqual(['#fb7a78', BLUE, land, land]);
    expect([at(4, 300), at(12, 300)]).toEqual([BLUE, land]);
    const below = await painted({
      tiles,
      layers: [outline, layer('background', { paint: { 'background-color': RED } })],
    });
    expect(below.at(50, 100)).toBe(RED);
  });

  it('ends what is in a tile at its edges, so that no area is drawn twice', async () => {
    const half = { 'fill-color': RED, 'fill-opacity': 0.5 };
    const beyond = area(square(-64, -64, 4_160, 4_160));
    const tiles = [0, 1].map((x) => ({ ...worldOf([beyond]), tile: { zoom: 1, x, y: 0 } }));
    const { at } = await painted({ tiles, layers: [layer('fill', { paint: half })] });
    const row = [250, 254, 255, 256, 257, 262].map((x) => at(x, 100));
    expect(new Set(row)).toEqual(new Set(['#fb7a78']));
    expect(at(100, 258)).toBe(land);
  });

  it('goes on beyond the antimeridian', async () => {
    const tiles = [worldOf([point(40, 2_048), area(square(3_500, 1_000, 4_096, 2_000))])];
    const layers = [
      layer('fill', { filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': BLUE } }),
      layer('circle', { filter: ['==', ['geometry-type'], 'Point'], paint: { 'circle-color': RED } }),
    ];
    const { at } = await painted({ tiles, layers, view: { longitude: 180, latitude: 0, zoom: 0 } });
    expect([at(261, 256), at(255, 200), at(257, 200)]).toEqual([RED, BLUE, land]);
    const wide = await painted({ tiles, layers, width: 1_024 });
    expect([wide.at(261, 256), wide.at(773, 256), wide.at(255, 200), wide.at(767, 200)]).toEqual([
      RED,
      RED,
      BLUE,
      BLUE,
    ]);
  });

  it('has heat where points are, the more the hotter', async () => {
    const tiles = [worldOf([point(800, 800), ...Array.from({ length: 9 }, () => point(2_400, 800))])];
    const paint = {
      'heatmap-radius': 20,
      'heatmap-color': ['interpolate', ['linear'], ['heatmap-density'], 0, '#ff000000', 0.5, RED, 1, BLUE],
    };
    const { at } = await painted({ tiles, layers: [layer('heatmap', { paint })] });
    expect([at(300, 100), at(200, 100)]).toEqual([BLUE, land]);
    expect(at(100, 100)).toMatch(/^#f[bcdef]/);
    expect(at(100, 100)).not.toBe(land);
  });

  it('has labels and icons where there is room, those of the upper layer first', async () => {
    const tiles = [worldOf([point(1_600, 800, { name: 'Hütte' }), point(2_400, 2_400, { name: '山小屋' })])];
    const layout = {
      'text-field': ['get', 'name'],
      'text-font': ['literal', ['Noto Sans Bold']],
      'text-size': 20,
    };
    const [lower, upper] = [RED, BLUE].map((color, index) =>
      layer('symbol', { id: `${index}`, layout, paint: { 'text-color': color } }),
    );
    const { at, others } = await painted({ tiles, layers: [lower, upper].flatMap((each) => each ?? []) });
    const written = new Set<string>();
    for (let y = 80; y < 120; y += 1) for (let x = 150; x < 250; x += 1) written.add(at(x, y));
    expect([written.has(BLUE), written.has(RED)]).toEqual([true, false]);
    expect([others(land, [170, 85, 230, 115]) > 150, others(land, [250, 250, 350, 350])]).toEqual([true, 0]);
    const icons = layer('symbol', {
      layout: { 'icon-image': 'lodging', 'icon-allow-overlap': true },
      paint: { 'icon-color': RED, 'icon-halo-color': BLUE, 'icon-halo-width': 1 },
    });
    const withIcons = await painted({ tiles, layers: [icons] });
    expect(withIcons.others(land, [190, 90, 210, 110])).toBeGreaterThan(80);
  });

  it('does not write texts that are too long for a label', async () => {
    const [label, book] = ['ab '.repeat(160), 'ab '.repeat(170)].map((name) => ({ name }));
    const tiles = [worldOf([point(1_024, 2_048, label), point(3_072, 2_048, book)])];
    const layout = {
      'text-field': ['get', 'name'],
      'text-font': ['literal', ['Noto Sans Regular']],
      'text-size': 8,
    };
    const { others } = await painted({ tiles, layers: [layer('symbol', { layout })] });
    expect(others(land, [64, 0, 192, 512])).toBeGreaterThan(500);
    expect(others(land, [256, 0, 512, 512])).toBe(0);
  });

  it('writes along lines', async () => {
    const tiles = [worldOf([line([400, 2_000, 3_600, 2_400], { name: 'Danube' })])];
    const layout = {
      'symbol-placement': 'line',
      'text-field': ['get', 'name'],
      'text-font': ['literal', ['Noto Sans Regular']],
    };
    const { others } = await painted({ tiles, layers: [layer('symbol', { layout })] });
    expect(others(land, [215, 260, 285, 290])).toBeGreaterThan(100);
    expect(others(land, [50, 240, 200, 300])).toBe(0);
  });

  it('stands on the ground, with its notice, twice as large if it is for dense screens', async () => {
    const view = { longitude: 0, latitude: 0, zoom: 1 };
    const once = await painted({ baseMap: 'ground', view, width: 256, height: 256 });
    expect([once.at(20, 128), once.at(190, 120)]).toEqual([water, land]);
    expect(once.others(water, [60, 240, 256, 256])).toBeGreaterThan(300);
    const twice = await painted({ baseMap: 'ground', view, width: 512, height: 512, scale: 2 });
    expect([twice.width, twice.at(40, 256), twice.at(380, 240)]).toEqual([512, water, land]);
    const dark = await painted({ baseMap: 'ground', theme: 'dark', view, width: 256, height: 256 });
    expect(dark.at(20, 128)).toBe(GROUND_COLORS.dark.water);
  });

  it('names whom the data are of, and nothing where nobody asks for it', async () => {
    const corner = [350, 490, 512, 512] as const;
    const { others } = await painted({ credits: ['<a href="https://example.org">© Us &amp; you</a>'] });
    expect(others(land, corner)).toBeGreaterThan(60);
    expect((await painted({})).others(land, corner)).toBe(0);
  });
});
