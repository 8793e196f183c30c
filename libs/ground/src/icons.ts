/** The icons of the sprite sheets, one colour each (SDF): a style colours them by `icon-color` and `icon-halo-color`. */
export const GROUND_ICONS = ['marker', 'dot'] as const;

/** The name of an icon. */
export type GroundIcon = (typeof GROUND_ICONS)[number];
