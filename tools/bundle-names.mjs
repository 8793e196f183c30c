const HELPER = 'var __name = (target, value) => __defProp(';

/**
 * Makes what esbuild calls by its option `keepNames` set the names of classes and functions alone, not of arrow functions:
 * nobody asks for those, and some are made for every request, which took a tenth of a tile's time.
 */
export const namesWhereNeeded = (text) =>
  text.replace(HELPER, HELPER.replace('__defProp(', 'target.prototype === undefined ? target : __defProp('));
