import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Pool } from 'pg';
import { from } from 'pg-copy-streams';
import { serve } from './serve.js';

const MAX_CONNECTIONS = 10;
const TILE = /\/(?<zoom>\d+)\/(?<x>\d+)\/(?<y>\d+)\.mvt/;

/** As martin does it: what touches the tile and its buffer, moved to the grid, clipped and encoded by PostGIS. */
const DRAW = `
  WITH edges AS (
    SELECT ST_TileEnvelope($1, $2, $3) AS tile,
      ST_Transform(ST_TileEnvelope($1, $2, $3, margin => 64.0 / 4096), 4326) AS wide
  ), shapes AS (
    SELECT ST_AsMVTGeom(ST_Transform(shape, 3857), edges.tile, 4096, 64) AS shape, properties || id AS properties
    FROM drawn, edges WHERE shape && edges.wide
  )
  SELECT ST_AsMVT(shapes, 'bench', 4096, 'shape') AS bytes FROM shapes`;

/** The file has a feature a line. */
const [, , url = '', file = '', ...headers] = process.argv;
const pool = new Pool({ connectionString: url, max: MAX_CONNECTIONS });
await fill();

/** Takes the same addresses as Cairn. */
serve(async (request, response) => {
  const { zoom, x, y } = TILE.exec(request.url ?? '')?.groups ?? {};
  const drawn = await pool.query<{ readonly bytes: Buffer }>({
    name: 'draw',
    text: DRAW,
    values: [Number(zoom), Number(x), Number(y)],
  });
  const bytes = drawn.rows[0]?.bytes ?? Buffer.alloc(0);
  response.writeHead(200, [...headers, 'Content-Length', String(bytes.length)]).end(bytes);
});

async function fill(): Promise<void> {
  await pool.query('CREATE EXTENSION IF NOT EXISTS postgis');
  await pool.query('CREATE TABLE read (feature jsonb NOT NULL)');
  const client = await pool.connect();
  // No feature has such a character, which CSV would take for a quotation mark.
  const lines = client.query(from("COPY read FROM STDIN (FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02')"));
  await pipeline(createReadStream(file), lines);
  client.release();
  await pool.query(`
    CREATE TABLE drawn AS SELECT jsonb_build_object('id', feature -> 'id') AS id,
      feature -> 'properties' AS properties, ST_GeomFromGeoJSON(feature -> 'geometry') AS shape FROM read`);
  await pool.query('CREATE INDEX drawn_by_shape ON drawn USING gist (shape)');
  await pool.query('ANALYZE drawn');
}
