import type { Browser, LaunchOptions, Page } from 'playwright';

export declare function launchOptions(executablePath: string, provider: string): LaunchOptions;
export declare function inFreshContext<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T>;
export declare function readPlace(page: Page, url: string): Promise<object>;
