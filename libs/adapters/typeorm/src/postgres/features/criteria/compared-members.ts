import type { MemberPath } from '@cairn/spaces';
import type { SpecialMember } from '@cairn/spaces/spi';
import { exactly, type Bind } from './condition.js';
import type { ComparedMember } from './comparison-condition.js';

const NO = exactly('FALSE');

/** Numbers that PostgreSQL and JavaScript parse to the same double, and that PostgreSQL parses without an error. */
const PLAIN_NUMBER = '^-?[0-9]{1,15}(\\.[0-9]{1,15})?$';

/** A member of the feature's text. */
export function jsonMember(path: MemberPath, bind: Bind): ComparedMember {
  // `->` with a text never selects from an array, as `#>` would. `json` accepts numbers that `jsonb` rejects.
  const json = `((body || '}}}')::json${path.map((name) => ` -> ${bind(name)}::text`).join('')})`;
  const type = `json_typeof(${json})`;
  const text = `(${json} #>> '{}') COLLATE "C"`;
  const ofType = (name: string, condition: string): string =>
    `coalesce(CASE ${type} WHEN '${name}' THEN ${condition} END, FALSE)`;
  return {
    isNull: `coalesce(${type} = 'null', TRUE)`,
    text: (test) => exactly(ofType('string', test(text))),
    number: (test) => {
      const plain = `CASE WHEN ${text} ~ '${PLAIN_NUMBER}' THEN ${test(`(${text})::double precision`)}`;
      return {
        maybe: ofType('number', `${plain} ELSE TRUE END`),
        surely: ofType('number', `${plain} ELSE FALSE END`),
      };
    },
    is: (value) => exactly(ofType('boolean', `${text} = '${String(value)}'`)),
  };
}

/** The columns besides the body that SQL compares. */
export function columnMember(member: SpecialMember): ComparedMember | undefined {
  switch (member) {
    case 'id':
      return { isNull: 'FALSE', text: (test) => exactly(test('id')), number: () => NO, is: () => NO };
    case 'createdAt':
      return numberColumn('created_at');
    case 'updatedAt':
      return numberColumn('updated_at');
    case 'version':
      return numberColumn('version');
    case 'tags':
    case 'geometryType':
      return undefined;
  }
}

function numberColumn(column: string): ComparedMember {
  return { isNull: 'FALSE', text: () => NO, number: (test) => exactly(test(column)), is: () => NO };
}
