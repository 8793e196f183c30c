/** Differences and squares of numbers up to it are finite. */
export const MAX_NUMBER = 1e100;
/** Length of the name of a property. */
export const MAX_PROPERTY_LENGTH = 500;
/** Length of a value that has a color or an icon. */
export const MAX_VALUE_LENGTH = 1_000;
/** As many as a legend can show. */
export const MAX_ENTRIES = 50;
/** More colors of a ramp are not told apart. */
export const MAX_BREAKS = 8;

/** Whether it is a number that a style can have. */
export const isUsable = (value: number): boolean => Math.abs(value) <= MAX_NUMBER;
