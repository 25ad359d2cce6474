import { frameIds, marks, requests } from './built-in/answers.js';
import * as placePaths from './built-in/place-paths.js';
import * as reviewPaths from './built-in/review-paths.js';
import { selectors } from './built-in/selectors.js';
import { words } from './built-in/words.js';
import type { RuleList } from './rule-set.js';

/** The rules this version was written and tested with, by group, table and list. */
export const BUILT_IN = {
  paths: { ...placePaths, ...reviewPaths },
  selectors,
  words,
  frameIds,
  requests,
  marks,
} as const;

type Widened<T> = T extends readonly (readonly number[])[]
  ? RuleList<readonly number[]>
  : T extends readonly string[]
    ? RuleList<string>
    : { readonly [K in keyof T]: Widened<T[K]> };

/** Every list that says where something stands in the provider's pages and answers. What is valid there is in the code. */
export type RuleSet = Widened<typeof BUILT_IN>;
