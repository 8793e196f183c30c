const listOf = (hex: string): readonly string[] => hex.split(' ').map((color) => `#${color}`);

const sets = {
  // Okabe and Ito, 2008; black comes last.
  OkabeIto: listOf('0072b2 e69f00 009e73 cc79a7 56b4e9 d55e00 f0e442 000000'),
  // Paul Tol's technical note "Colour Schemes", 2021, as the one below.
  TolMuted: listOf('cc6677 332288 ddcc77 117733 88ccee 882255 44aa99 999933 aa4499'),
  TolBright: listOf('4477aa ee6677 228833 ccbb44 66ccee aa3377 bbbbbb'),
};

/** A name of `CATEGORY_SETS`. */
export type CategorySetName = keyof typeof sets;

/**
 * Colors of categories as `#rrggbb`, in the order in which they are taken. Any two of a set differ for eyes that do not
 * tell all colors apart, too.
 */
export const CATEGORY_SETS: Readonly<Record<CategorySetName, readonly string[]>> = sets;
