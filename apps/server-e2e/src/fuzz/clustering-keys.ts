import fc from 'fast-check';

/** Keys of clusters with values that fit and that do not. */
export const clusteringKeys = fc
  .tuple(
    fc.constantFrom(
      'absoluteResolution',
      'resolution',
      'relativeResolution',
      'property',
      'weighting',
      'pointmode',
      'singlecoord',
      'sampling',
      'noBuffer',
      'countmode',
      'none',
      '',
    ),
    fc.oneof(
      fc.constantFrom(
        '0',
        '2',
        '4',
        '13',
        '18',
        '19',
        '-2',
        '-3',
        '1e1',
        'x',
        'true',
        'mixed',
        'bool',
        'med',
        'area',
      ),
      fc.constantFrom('beds', 'p.beds', 'p.', '.', 'a.b', '__proto__', 'constructor', '%00'),
    ),
  )
  .map(([key, value]) => `clustering.${key}=${value}`);
