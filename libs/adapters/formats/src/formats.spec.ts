import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { FileFormat } from '@cairn/spaces';
import { featureFormatContract, type FormatSubject, verify } from '@cairn/testkit';
import { SampleFolder } from './formats.spec.kit.js';

const folder = new SampleFolder();
beforeAll(async () => await folder.open());
afterAll(async () => await folder.close());

/** Formats, what they add to the properties, and why a rule does not hold. */
const formats: readonly (readonly [
  FileFormat,
  {
    readonly own?: readonly string[];
    readonly waivers?: { readonly [Name in keyof typeof featureFormatContract]?: string };
  },
])[] = [
  ['geojson', {}],
  [
    'csv',
    {
      waivers: {
        'a file that is cut short is refused wherever that is, and what comes before it is right':
          'a line of CSV may end anywhere',
      },
    },
  ],
  ['xlsx', {}],
  ['gpx', { own: ['kind'] }],
  ['kml', {}],
  ['shapefile', {}],
  ['geopackage', {}],
  ['flatgeobuf', {}],
  ['topojson', {}],
];

for (const [name, { own = [], waivers = {} }] of formats)
  describe(`${name} files`, () => {
    const open = async (): Promise<FormatSubject> => await folder.subject(name, own);
    verify({
      contract: featureFormatContract,
      subject: { open, reopen: async (subject) => subject },
      it,
      waivers,
    });
  });
