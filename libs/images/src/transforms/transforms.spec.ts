import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '@cairn/kernel';
import fc from 'fast-check';
import type { ImageFormat } from '../image/image.js';
import { canonicalQuery } from './canonical-query.js';
import { outputType } from './output-type.js';
import { asksForTransform, parseTransform, type Query } from './parse-transform.js';
import { MAX_RENDERED_PIXELS, planIdentity, planRender, type RenderPlan } from './render-plan.js';

const photo: ImageFormat = {
  contentType: 'image/jpeg',
  width: 4000,
  height: 3000,
  frames: 1,
  orientation: 1,
};
const animation: ImageFormat = { ...photo, contentType: 'image/gif', width: 400, height: 300, frames: 20 };

const queryOf = (text: string): Query =>
  Object.fromEntries(
    text.split('&').map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
  );
const canonical = (text: string): string => canonicalQuery(parseTransform(queryOf(text)));
const plan = (text: string, original = photo): RenderPlan => {
  const transform = parseTransform(queryOf(text));
  return planRender(transform, { original, output: outputType(transform, original, () => false) });
};
const identity = (text: string): string => planIdentity(plan(text), parseTransform(queryOf(text)));

describe('the query of a transform', () => {
  it.each([
    ['w=320&h=200&fit=cover', 'h=200&fit=cover&w=320'],
    ['w=0320', 'w=320'],
    ['w=320', 'w=320&dpr=1&fit=inside&rotate=0&strip=all&enlarge=false'],
    ['w=320', 'w=320&fit=cover&position=left'],
    ['format=jpeg', 'format=JPG'],
    ['w=1&h=1&fit=cover&position=top-left', 'w=1&h=1&fit=cover&position=left top'],
    ['w=1&h=1&fit=cover&position=0,0.5', 'w=1&h=1&fit=cover&position=left'],
    ['w=1&h=1&fit=cover', 'w=1&h=1&fit=cover&position=center'],
    ['background=ffffffff', 'background=FFF'],
    ['pad=1,2,1,2', 'pad=1,2'],
    ['trim=10', 'trim=true'],
    ['flip=hv', 'flip=vh'],
    ['rotate=270', 'rotate=-90'],
    ['blur=2', 'blur=2.0'],
  ])('%s means the same as %s', (one, other) => {
    expect(canonical(one)).toBe(canonical(other));
    expect(parseTransform(queryOf(canonical(one)))).toEqual(parseTransform(queryOf(canonical(other))));
  });

  it.each([
    ['w', '0'],
    ['w', '16384'],
    ['w', '1e3'],
    ['w', ''],
    ['h', '-1'],
    ['dpr', '0.5'],
    ['dpr', '3.1'],
    ['fit', 'crop'],
    ['position', 'top-bottom'],
    ['position', '1.1,0'],
    ['position', 'toString'],
    ['crop', '1,2,3'],
    ['crop', '1,2,0,4'],
    ['pad', '1,2,3'],
    ['pad', '2001'],
    ['background', 'red'],
    ['background', '12345'],
    ['background', 'constructor'],
    ['rotate', '45'],
    ['flip', 'x'],
    ['trim', '0'],
    ['blur', '0.1'],
    ['blur', 'NaN'],
    ['sharpen', '11'],
    ['format', 'tiff'],
    ['q', '101'],
    ['q', '7.5'],
    ['strip', 'none'],
    ['enlarge', 'yes'],
    ['preset', 'absent'],
    ['__proto__', 'x'],
    ['wdith', '3'],
  ])('%s=%s is a fault of that parameter', (name, value) => {
    const query = Object.fromEntries([
      ['w', '10'],
      [name, value],
    ]);
    const parse = (): unknown => parseTransform(query);
    expect(parse).toThrow(InvalidInput);
    expect(faultsOf(parse)).toEqual([`/${name}`]);
  });

  it('has every fault named at once', () => {
    const faults = faultsOf(() => parseTransform({ w: '0', h: ['1', '2'], nothing: '', q: 'x', blur: '1' }));
    expect(faults).toEqual(['/nothing', '/w', '/h', '/q']);
    expect(faultsOf(() => parseTransform(queryOf('crop=1,1,1,1&trim=5&rotate=90&position=entropy')))).toEqual(
      ['/trim', '/position'],
    );
  });

  it('asks for a transform only with a parameter of one', () => {
    expect(['w=1', 'preset=a', 'q=80&v=1'].map((text) => asksForTransform(queryOf(text)))).toEqual([
      true,
      true,
      true,
    ]);
    expect([{}, { v: '2' }, { W: '3' }].map(asksForTransform)).toEqual([false, false, false]);
  });

  it('may start from a preset and change it', () => {
    const presets = new Map([['card', queryOf('w=640&h=480&fit=cover')]]);
    const parsed = parseTransform({ preset: 'card', w: '320', format: 'webp' }, presets);
    expect(canonicalQuery(parsed)).toBe('fit=cover&format=webp&h=480&w=320');
  });
});

describe('the plan of a rendering', () => {
  it.each([
    ['w=400', 400, 300],
    ['w=400&dpr=2', 800, 600],
    ['w=400&h=400', 400, 300],
    ['w=400&h=400&fit=outside', 533, 400],
    ['w=400&h=400&fit=cover', 400, 400],
    ['w=400&h=400&fit=contain', 400, 400],
    ['w=400&h=100&fit=fill', 400, 100],
    ['w=5000', 4000, 3000],
    ['w=5000&enlarge=true', 5000, 3750],
    ['w=8000&h=4000&fit=cover', 4000, 2000],
    ['w=8000&h=8000&fit=fill', 4000, 3000],
    ['w=5000&h=4000&fit=contain', 5000, 4000],
    ['rotate=90&w=300', 300, 400],
    ['crop=1000,0,3000,1000&w=300', 300, 100],
    ['w=400&pad=10,20', 440, 320],
    ['w=400&pad=10&dpr=2', 840, 640],
    ['w=1&h=400&fit=inside', 1, 1],
  ])('%s gives %i × %i', (query, width, height) => {
    const { width: planned, height: high } = plan(query);
    expect([planned, high]).toEqual([width, height]);
  });

  it('is of the upright image', () => {
    const turned = { ...photo, orientation: 6 };
    expect([plan('w=300', turned).width, plan('w=300', turned).height]).toEqual([300, 400]);
  });

  it.each([
    ['0,0.5', { left: 0, top: 0, width: 3000, height: 3000 }],
    ['0.6,0.5', { left: 900, top: 0, width: 3000, height: 3000 }],
    ['0.99,0', { left: 1000, top: 0, width: 3000, height: 3000 }],
  ])('keeps the point %s in view', (point, cut) => {
    expect(plan(`w=3000&h=3000&fit=cover&rotate=180&position=${point}`).cut).toEqual(cut);
  });

  it('is the same for what is rendered alike', () => {
    expect(identity('w=400')).toBe(identity('dpr=2&w=200&h=9000'));
    expect(identity('w=5000')).toBe(identity('w=6000'));
    expect(identity('w=400')).not.toBe(identity('w=401'));
    expect(identity('w=400&trim=5')).not.toBe(identity('h=300&trim=5'));
    expect(identity('w=400&format=png&q=7')).toBe(identity('w=400&format=png'));
  });

  it.each([
    ['crop=3999,0,2,2', photo],
    ['w=16383&enlarge=true', photo],
    ['pad=2000&w=4000&dpr=3', photo],
    ['w=2000&enlarge=true', animation],
    ['w=3000&h=1&fit=cover&enlarge=true', { ...photo, width: 1, height: 16_000 }],
  ])('of %s is refused', (query, original) => {
    expect(() => plan(query, original)).toThrow(InvalidInput);
  });

  it.each(['rotate=90', 'flip=v', 'trim=true', 'w=10&h=10&fit=cover&position=entropy'])(
    'of an animation with %s is refused, of its first frame not',
    (query) => {
      expect(() => plan(query, animation)).toThrow(expect.objectContaining({ code: 'unrenderable' }));
      expect(plan(`${query}&format=png`, animation).animated).toBe(false);
    },
  );

  it('has a white background where there is no transparency', () => {
    expect(plan('w=10&h=10&fit=contain').fill).toBe('ffffffff');
    expect(plan('w=10&h=10&fit=contain&format=png').fill).toBe('00000000');
    expect(plan('background=transparent').flatten).toBe('ffffffff');
    expect(plan('background=123&format=webp').flatten).toBe('112233ff');
  });
});

describe('any query', () => {
  const number = fc.oneof(fc.integer({ min: -5, max: 20_000 }), fc.double()).map(String);
  const list = fc.array(number, { maxLength: 5 }).map((numbers) => numbers.join(','));
  const words = fc.constantFrom('cover', 'contain', 'outside', 'fill', 'entropy', 'top-left', 'true', 'hv');
  const value = fc.oneof(number, list, words, fc.constantFrom('webp', 'gif', 'auto', '#fff'), fc.string());
  const name = fc.constantFrom(
    ...'w h dpr fit position enlarge crop trim flip rotate pad background blur sharpen format q strip preset'.split(
      ' ',
    ),
  );
  const size = fc.integer({ min: 1, max: 16_383 });

  it('is refused for its faults, or planned within the limits and the same when it is written canonically', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 4 }), size, size, (query, width, height) => {
        const original = { ...photo, width, height };
        try {
          const transform = parseTransform(query);
          const again = parseTransform(queryOf(canonicalQuery(transform) || 'w=16383'));
          const output = outputType(transform, original, () => true);
          const planned = planRender(transform, { original, output });
          expect(Math.min(planned.width, planned.height)).toBeGreaterThanOrEqual(1);
          expect(planned.width * planned.height).toBeLessThanOrEqual(MAX_RENDERED_PIXELS);
          for (const each of [planned.resize, planned.cut, planned.crop])
            if (each) expect(Math.min(each.width, each.height)).toBeGreaterThanOrEqual(1);
          expect(planRender(again, { original, output })).toEqual(planned);
        } catch (error) {
          if (!(error instanceof InvalidInput)) throw error;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the type of a derivative', () => {
  const auto = parseTransform({ format: 'auto' });
  it.each([
    ['image/avif', ['image/avif', 'image/webp'], photo],
    ['image/webp', ['image/webp'], photo],
    ['image/jpeg', [], photo],
    ['image/webp', ['image/avif', 'image/webp'], animation],
    ['image/gif', ['image/avif'], animation],
  ])('is %s for who accepts %j', (type, accepted, original) => {
    expect(outputType(auto, original, (each) => accepted.includes(each))).toBe(type);
  });
});

function faultsOf(parse: () => unknown): readonly string[] {
  try {
    parse();
  } catch (error) {
    if (error instanceof InvalidInput) return error.faults.map(({ pointer }) => pointer);
  }
  return [];
}
