import type { Browser, LaunchOptions, Page } from 'playwright';

export declare function placeUrl(placeId: string): string;
export declare function launchOptions(executablePath: string, provider: string): LaunchOptions;
export declare function inFreshContext<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T>;
