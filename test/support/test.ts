import { _baseTest, expect } from '@playwright/test';

/**
 * `test` for everything that uses no fixture of a browser. `test` of the package sets up the 27 options of a browser
 * for each test and takes them down again: a test then costs eight milliseconds of CPU more, and there are thousands.
 */
export const test = _baseTest;
export { expect };
