import { capabilities, info, openapi } from './about.js';
import { bulkVisibility } from './bulk-visibility.js';
import {
  addChannel,
  channelDeliveries,
  eventsFeed,
  listChannels,
  removeChannel,
  rotateChannel,
  testChannel,
  watchFeed,
} from './channels.js';
import { createJob } from './create-job.js';
import { doctor } from './doctor.js';
import type { Endpoint } from './endpoint.js';
import { listEvents, watchEvents } from './events.js';
import { evidenceKey, reviewEvidence, reviewEvidenceList } from './evidence.js';
import { alive, metrics, ready } from './health.js';
import { jobResults } from './job-results.js';
import { cancelJob, finishJob, jobStatus, listJobs } from './jobs.js';
import { mcp } from './mcp.js';
import { placeReviews } from './place-reviews.js';
import { all, convert, details, search } from './places.js';
import { reviewDetails, reviewVisibility } from './reviews.js';
import {
  eventEvidence,
  firstSightingEvidence,
  forgetAuthor,
  readAuthorData,
  watchExport,
} from './watch-records.js';
import {
  addWatch,
  changeWatch,
  checkWatch,
  getWatch,
  importWatches,
  listWatches,
  removeWatch,
  watchChecks,
  watchForecast,
  watchReviews,
} from './watches.js';

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
  reviewEvidence,
  reviewEvidenceList,
  evidenceKey,
  createJob,
  listJobs,
  jobStatus,
  jobResults,
  finishJob,
  cancelJob,
  addWatch,
  importWatches,
  listWatches,
  getWatch,
  changeWatch,
  removeWatch,
  checkWatch,
  watchReviews,
  watchChecks,
  watchEvents,
  listEvents,
  eventEvidence,
  firstSightingEvidence,
  watchExport,
  forgetAuthor,
  readAuthorData,
  eventsFeed,
  watchFeed,
  addChannel,
  listChannels,
  removeChannel,
  rotateChannel,
  testChannel,
  channelDeliveries,
  watchForecast,
  doctor,
  info,
  capabilities,
  openapi,
  mcp,
  alive,
  ready,
  metrics,
];
