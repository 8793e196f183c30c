/** Style rules beyond typescript-eslint's recommended ones. */
export const sourceRules = {
  eqeqeq: 'error',
  'max-lines': ['error', 250],
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/no-deprecated': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/no-unnecessary-condition': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  '@typescript-eslint/prefer-readonly': 'error',
  '@typescript-eslint/require-await': 'off', // an in-memory adapter implements an asynchronous port
  '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

/** More than four parameters become an object. */
export const libraryRules = { '@typescript-eslint/max-params': ['error', { max: 4 }] };

/** For the scripts in tools, which run before anything is built. */
export const scriptRules = {
  eqeqeq: 'error',
  'max-lines': ['error', 250],
  'no-unused-vars': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
};

/** No input, however long, may take a regular expression more than linear time. */
export const expressionRules = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
};
