import { FlatTable } from './flat-table.js';

/** A column, and the number of its type in header.fbs. */
export interface FlatColumn {
  readonly name: string;
  readonly type: number;
}

/** What the header of a file says. */
export interface FlatHeader {
  /** The number of the type of all geometries; 0 if each feature has its own. */
  readonly type: number;
  readonly columns: readonly FlatColumn[];
  /** 0 if that is not known. */
  readonly count: number;
  /** Bytes of the index behind the header. */
  readonly indexBytes: number;
  readonly crs: { readonly org: string; readonly code: number; readonly wkt: string | undefined } | undefined;
  readonly title: string | undefined;
}

// Fields by their numbers in header.fbs.
const [NAME, TYPE, COLUMNS, COUNT, NODE_SIZE, CRS, TITLE] = [0, 2, 7, 8, 9, 10, 11];
const [COLUMN_NAME, COLUMN_TYPE] = [0, 1];
const [CRS_ORG, CRS_CODE, CRS_WKT] = [0, 1, 4];
const DEFAULT_NODE_SIZE = 16;
const NODE_BYTES = 40;

/** @throws {RangeError} for a header whose offsets lie. */
export function headerIn(bytes: Buffer): FlatHeader {
  const table = FlatTable.root(bytes);
  const crs = table.table(CRS);
  const count = table.long(COUNT);
  return {
    type: table.byte(TYPE),
    columns: table
      .tables(COLUMNS)
      .map((column) => ({ name: column.text(COLUMN_NAME) ?? '', type: column.byte(COLUMN_TYPE) })),
    count,
    indexBytes: NODE_BYTES * nodesOf(count, table.short(NODE_SIZE, DEFAULT_NODE_SIZE)),
    crs: crs && {
      org: crs.text(CRS_ORG) ?? 'EPSG',
      code: crs.integer(CRS_CODE),
      wkt: crs.text(CRS_WKT),
    },
    title: table.text(TITLE) ?? table.text(NAME),
  };
}

/** Nodes of a packed tree of these features. A size of 0 tells that there is no index. */
function nodesOf(count: number, nodeSize: number): number {
  if (nodeSize === 0 || count === 0) return 0;
  let [level, nodes] = [count, count];
  while (level > 1) {
    level = Math.ceil(level / Math.max(2, nodeSize));
    nodes += level;
  }
  return count === 1 ? 2 : nodes;
}
