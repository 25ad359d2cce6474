import parser from '@typescript-eslint/parser';
import regexp from 'eslint-plugin-regexp';

// Biome checks the code. ESLint checks only that the time of regular expressions does not grow faster than the text.

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
];
