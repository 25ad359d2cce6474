import { capabilities, info, openapi } from './about.js';
import { bulkVisibility } from './bulk-visibility.js';
import { createJob } from './create-job.js';
import { doctor } from './doctor.js';
import type { Endpoint } from './endpoint.js';
import { alive, metrics, ready } from './health.js';
import { jobResults } from './job-results.js';
import { cancelJob, finishJob, jobStatus, listJobs } from './jobs.js';
import { placeReviews } from './place-reviews.js';
import { all, convert, details, search } from './places.js';
import { reviewDetails, reviewVisibility } from './reviews.js';

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
  finishJob,
  cancelJob,
  doctor,
  info,
  capabilities,
  openapi,
  alive,
  ready,
  metrics,
];
