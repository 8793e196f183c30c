import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { KmlFormat } from './kml-format.js';

/** As the tours that come with Marble have it. */
const TOUR = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
<Placemark id="a"><name>Bern</name><Point><coordinates>7.45,46.95</coordinates></Point></Placemark>
<gx:Tour><gx:Playlist><gx:AnimatedUpdate><Update><Change>
<Placemark targetId="a"><visibility>1</visibility></Placemark>
</Change></Update></gx:AnimatedUpdate></gx:Playlist></gx:Tour>
<Placemark><name>Chur</name><Point><coordinates>9.53,46.85</coordinates></Point></Placemark>
</Document></kml>`;

describe('a KML with a tour', () => {
  it('has its placemarks, and not the changes of them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-kml-'));
    try {
      const path = join(folder, 'tour.kml');
      await writeFile(path, TOUR);
      const names: unknown[] = [];
      const file = { path, name: 'tour.kml', sizeInBytes: TOUR.length };
      for await (const item of new KmlFormat().read(file, {}))
        names.push('feature' in item ? item.feature.properties['name'] : item.reason);
      expect(names).toEqual(['Bern', 'Chur']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
