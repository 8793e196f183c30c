import { describe, expect, it } from '@jest/globals';
import { frameOf, programCodes } from './map-codes.ts';

const map = {
  id: 'space.huts',
  title: 'Huts "&" <lakes>',
  page: 'https://maps.example.org/media/m/space.huts',
  layers: [{ id: 'huts', title: 'Huts' }],
};

describe('what a map is given to others by', () => {
  it('is a frame for pages, in which no title breaks out', () => {
    expect(frameOf(map, { width: '100%', height: 400 })).toBe(
      '<iframe src="https://maps.example.org/media/m/space.huts?embed" width="100%" height="400" ' +
        'title="Huts &quot;&amp;&quot; &lt;lakes&gt;" style="border:0" loading="lazy" allow="geolocation" allowfullscreen></iframe>',
    );
  });

  it('is addresses for QGIS and GDAL, with the secret of a link where there is one', () => {
    const api = 'https://maps.example.org/media/api/maps/space.huts';
    expect(programCodes(map)).toEqual({
      qgis: `Huts\n${api}/layers/huts/tiles/{z}/{x}/{y}.mvt\n\nStyle\n${api}/style.json`,
      gdal: `ogr2ogr -f GPKG huts.gpkg "GeoJSON:${api}/layers/huts/features?limit=1000"`,
    });
    const { qgis, gdal } = programCodes({
      ...map,
      page: 'https://maps.example.org/media/m/S3',
      secret: 'S3',
    });
    expect(qgis).toContain(`${api}/style.json?access_token=S3`);
    expect(gdal).toContain(`${api}/layers/huts/features?limit=1000&access_token=S3"`);
  });
});
