import parser from '@typescript-eslint/parser';
import regexp from 'eslint-plugin-regexp';

// Biome checks the code. ESLint checks only that the time of regular expressions does not grow faster than the text, and
// that functions have at most 100 lines.

export default [
  {
    files: ['**/*.{ts,tsx,js,mjs,gs}'],
    languageOptions: { parser },
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { report: 'certain', ignorePartial: false }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    // `nextPageState` runs inside a page, where it can call no other function.
    ignores: ['src/core/provider/navigation/page-state.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 100, skipComments: false, skipBlankLines: false }] },
  },
];
