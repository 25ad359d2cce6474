import { type Serve, serving } from '../support/fake-api.js';
import { test as withService } from '../support/service.js';
import { test as base } from '../support/test.js';

/** The command line against a service that gives chosen replies. */
export const test = base.extend<{ serve: Serve }>({
  serve: ({}, use) => serving(use),
});

/** The command line against the real service, which renders no page that it can do without. */
export const serviceTest = withService.extend<{ serve: Serve }>({
  serviceEnv: { DETAILS_CACHE_SECONDS: '300', IDENTIFIER_CACHE_SECONDS: '300' },
  serviceTuning: { usesFastPath: true },
  serve: ({}, use) => serving(use),
});
