import { REMOVE_COPIES } from './feature-copies.js';
import { featureLevel, type FeaturePut, idHash } from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { OVERVIEW_LEVEL, overviewSlabOf, slabOf } from './box-tree.js';
import { FeatureTerms, type PropertyIndex } from '../indexes/feature-terms.js';
import { boxesWithin, boxKeys, type Edges, edgesAround, edgesOf, type FeatureRow } from './feature-row.js';

/** The parts of a stored row that a change of the feature needs. */
export interface StoredRow {
  readonly number: number;
  readonly id: string;
  readonly edges: Edges;
}

export function storedRow(row: FeatureRow): StoredRow {
  const [number, id] = row;
  return { number, id, edges: edgesOf(row) };
}

/** Writes the features of one content, with their boxes in the trees and their index entries. */
export class FeatureRows {
  private readonly insert;
  private readonly update;
  private readonly addBox;
  private readonly removeBox;
  private readonly addToOverview;
  private readonly removeFromOverview;
  private readonly delete;
  private readonly terms;
  private readonly removeCopies;

  constructor(
    writer: SqliteConnection,
    private readonly content: number,
    indexes: readonly PropertyIndex[],
  ) {
    this.terms = new FeatureTerms(writer, indexes);
    this.insert = writer.prepare(
      `INSERT INTO feature (version, created_at, updated_at, tags, body, west, south, east, north, content, id, id_hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.update = writer.prepare(
      `UPDATE feature SET version = ?, created_at = ?, updated_at = ?, tags = ?, body = ?,
         west = ?, south = ?, east = ?, north = ? WHERE number = ?`,
    );
    this.addBox = writer.prepare('INSERT INTO feature_box VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.removeBox = writer.prepare('DELETE FROM feature_box WHERE id = ?');
    this.addToOverview = writer.prepare('INSERT INTO feature_overview VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.removeFromOverview = writer.prepare('DELETE FROM feature_overview WHERE id = ?');
    this.removeCopies = writer.prepare(REMOVE_COPIES);
    this.delete = writer.prepare('DELETE FROM feature WHERE number = ?');
  }

  put({ feature, boxes }: FeaturePut, stored: StoredRow | undefined): void {
    const { id, version, createdAt, updatedAt, tags, body } = feature;
    const edges = edgesAround(boxes);
    const values = [version, createdAt, updatedAt, tags.length === 0 ? '[]' : JSON.stringify(tags), body];
    if (stored === undefined) {
      const inserted = this.insert.run(...values, ...edges, this.content, id, idHash(id));
      const number = Number(inserted.lastInsertRowid);
      this.addBoxes({ number, id }, boxes);
      this.terms.add(number, body);
      return;
    }
    this.update.run(...values, ...edges, stored.number);
    this.removeCopies.run(this.content, id);
    this.terms.replace(stored.number, body);
    // Two pairs of boxes may differ although their edges are the same.
    const isUnmoved = boxes.length < 2 && edges.every((edge, side) => edge === stored.edges[side]);
    if (isUnmoved) return;
    this.removeBoxes(stored);
    this.addBoxes(stored, boxes);
  }

  remove(stored: StoredRow | undefined): void {
    if (stored === undefined) return;
    this.removeBoxes(stored);
    this.terms.remove(stored.number);
    this.removeCopies.run(this.content, stored.id);
    this.delete.run(stored.number);
  }

  private addBoxes({ number, id }: Omit<StoredRow, 'edges'>, boxes: FeaturePut['boxes']): void {
    const keys = boxKeys(number, edgesAround(boxes));
    const level = featureLevel(id, boxes);
    for (const [index, key] of keys.entries()) {
      const [west, south, east, north] = boxes[index] ?? [0, 0, 0, 0];
      this.addBox.run(key, west, east, south, north, ...slabOf(this.content, level));
      if (level <= OVERVIEW_LEVEL)
        this.addToOverview.run(key, west, east, south, north, ...overviewSlabOf(this.content, level));
    }
  }

  private removeBoxes({ number, id, edges }: StoredRow): void {
    const isInOverview = featureLevel(id, boxesWithin(edges)) <= OVERVIEW_LEVEL;
    for (const key of boxKeys(number, edges)) {
      this.removeBox.run(key);
      if (isInOverview) this.removeFromOverview.run(key);
    }
  }
}
