import { all } from './all.js';
import { bulkVisibility } from './bulk-visibility.js';
import { cancelJob } from './cancel-job.js';
import { convert } from './convert.js';
import { createJob } from './create-job.js';
import { details } from './details.js';
import { doctor } from './doctor.js';
import type { Endpoint } from './endpoint.js';
import { alive, ready } from './health.js';
import { info } from './info.js';
import { jobResults } from './job-results.js';
import { jobStatus } from './job-status.js';
import { listJobs } from './list-jobs.js';
import { metrics } from './metrics.js';
import { openapi } from './openapi-document.js';
import { placeReviews } from './place-reviews.js';
import { reviewDetails } from './review-details.js';
import { reviewVisibility } from './review-visibility.js';
import { search } from './search.js';

/** Every endpoint, in the order of the OpenAPI document. */
export const ENDPOINTS: readonly Endpoint[] = [
  search,
  details,
  all,
  convert,
  placeReviews,
  reviewVisibility,
  reviewDetails,
  bulkVisibility,
  createJob,
  listJobs,
  jobStatus,
  jobResults,
  cancelJob,
  doctor,
  info,
  openapi,
  alive,
  ready,
  metrics,
];
