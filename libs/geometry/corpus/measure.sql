-- What PostGIS says of every pair of the shapes in shapes.ndjson, as CSV:
--
--   psql -X -q -f measure.sql > postgis.csv
--
-- `intersects` and `covers` are those of the plane (geometry). The members of a collection are asked one by one, as
-- PostGIS 3.3 overlooks a point of a collection on a line; `covers` is empty for collections, which it does not take.
-- `meters` is the distance on the spheroid (geography). Edges are cut before, into a thousandth of their shape, so that
-- they stay straight in longitude and latitude instead of becoming great circles. Only shapes of one set are compared.
create extension if not exists postgis;
create temp table shape (number serial, line jsonb);
\copy shape (line) from 'shapes.ndjson' with (format csv, quote e'\x01', delimiter e'\x02')
create temp table drawn as
  select number, line->>'set' as set, st_geomfromgeojson(line::text) as geom from shape;
create temp table cut as
  select number, st_segmentize(geom, greatest(
    0.0001, (st_xmax(geom) - st_xmin(geom)) / 1000, (st_ymax(geom) - st_ymin(geom)) / 1000
  ))::geography as geog
  from drawn;
copy (
  select
    a.number as a,
    b.number as b,
    case when a.set = 'grid' then (
      select bool_or(st_intersects(x.geom, y.geom))::int from st_dump(a.geom) x, st_dump(b.geom) y
    ) end as intersects,
    case when a.set = 'grid' and 'GEOMETRYCOLLECTION' not in (geometrytype(a.geom), geometrytype(b.geom))
      then st_covers(a.geom, b.geom)::int end as covers,
    case when a.number <= b.number then round(st_distance(ca.geog, cb.geog)::numeric, 4) end as meters
  from drawn a
  join drawn b using (set)
  join cut ca on ca.number = a.number
  join cut cb on cb.number = b.number
  where st_isvalid(a.geom) and st_isvalid(b.geom)
  order by 1, 2
) to stdout with csv header;
