import type { TrashBounds, TrashKind } from '@cairn/kernel';
import type { Parameter, Sql } from '../sql/sql-builder.js';

/** Stands for the absence of a limit. */
const ANY = Number.MAX_SAFE_INTEGER;

const OTHERS: readonly TrashKind[] = ['album', 'space', 'features'];

/** Casts numbers to the type with which PostgreSQL compares sums. */
const number = (parameter: Parameter, value = ANY): string => `CAST(${parameter(value)} AS double precision)`;

/** An owner whose trash exceeds the limits. The query reads only an index. */
export function overfull({ images, others, features, featureBytes }: TrashBounds): Sql {
  const counted = (kind: TrashKind): string => `COUNT(CASE kind WHEN '${kind}' THEN 1 END)`;
  const numbers = OTHERS.map((kind) => `${counted(kind)} AS ${kind}_entries`);
  return (parameter) => `SELECT held.owner FROM (
      SELECT owner, ${counted('image')} AS images, ${numbers.join(', ')},
        SUM(features) AS features, SUM(CASE WHEN features IS NULL THEN 0 ELSE size_in_bytes END) AS feature_bytes
      FROM trash GROUP BY owner) AS held
    LEFT JOIN catalog ON catalog.owner = held.owner
    WHERE images > COALESCE(quota, ${number(parameter, images)})
      ${OTHERS.map((kind) => `OR ${kind}_entries > ${number(parameter, others)}`).join(' ')}
      OR features > ${number(parameter, features)} OR feature_bytes > ${number(parameter, featureBytes)}
    ORDER BY held.owner LIMIT 1`;
}

/** The oldest entries of an owner beyond the limits. The statement itself determines them. */
export function excessOf(owner: string, { images, others, features, featureBytes }: TrashBounds): Sql {
  const beyond = (
    parameter: Parameter,
    kind: TrashKind,
  ): string => `kind = '${kind}' AND (deleted_at, id) <= (
    SELECT deleted_at, id FROM trash WHERE owner = ${parameter(owner)} AND kind = '${kind}'
    ORDER BY deleted_at DESC, id DESC LIMIT 1 OFFSET ${kind === 'image' ? quota(parameter) : whole(parameter, others)})`;
  const whole = (parameter: Parameter, value: number): string => `CAST(${parameter(value)} AS bigint)`;
  const quota = (parameter: Parameter): string =>
    `(SELECT COALESCE(MAX(quota), ${whole(parameter, images)}) FROM catalog WHERE owner = ${parameter(owner)})`;
  const kinds: readonly TrashKind[] = ['image', ...OTHERS];
  return (parameter) => `owner = ${parameter(owner)} AND (
    ${kinds.map((kind) => `${beyond(parameter, kind)} OR `).join('')}
    id IN (SELECT id FROM (
      SELECT id, SUM(features) OVER newer AS features, SUM(size_in_bytes) OVER newer AS bytes
      FROM trash WHERE owner = ${parameter(owner)} AND kind IN ('space', 'features')
      WINDOW newer AS (ORDER BY deleted_at DESC, id DESC)) AS summed
      WHERE features > ${number(parameter, features)} OR bytes > ${number(parameter, featureBytes)}))
    ORDER BY deleted_at, id`;
}
