import { bulkVisibility } from './capabilities/bulk/endpoints.js';
import { doctor } from './capabilities/doctor/endpoints.js';
import * as evidence from './capabilities/evidence/endpoints.js';
import { createJob } from './capabilities/jobs/create-job.js';
import * as jobs from './capabilities/jobs/endpoints.js';
import { jobResults } from './capabilities/jobs/job-results.js';
import { mcp } from './capabilities/mcp/endpoints.js';
import * as channels from './capabilities/notify/endpoints.js';
import * as records from './capabilities/reports/endpoints.js';
import * as watches from './capabilities/watch/endpoints.js';
import * as events from './capabilities/watch/event-endpoints.js';
import * as owners from './capabilities/watch/owner-endpoints.js';
import * as about from './core/api/endpoints/about.js';
import type { Endpoint } from './core/api/endpoints/endpoint.js';
import * as health from './core/api/endpoints/health-endpoints.js';
import * as places from './core/api/endpoints/place-endpoints.js';
import { placeReviews } from './core/api/endpoints/place-reviews.js';
import * as reviews from './core/api/endpoints/review-endpoints.js';

/** Every endpoint, in the order of the OpenAPI document. */
export const ENDPOINTS: readonly Endpoint[] = [
  places.search,
  places.details,
  places.all,
  places.convert,
  placeReviews,
  reviews.reviewVisibility,
  reviews.reviewDetails,
  bulkVisibility,
  evidence.reviewEvidence,
  evidence.reviewEvidenceList,
  evidence.evidenceKey,
  createJob,
  jobs.listJobs,
  jobs.jobStatus,
  jobResults,
  jobs.finishJob,
  jobs.cancelJob,
  watches.addWatch,
  watches.importWatches,
  watches.listWatches,
  watches.getWatch,
  watches.changeWatch,
  watches.removeWatch,
  watches.checkWatch,
  watches.watchReviews,
  watches.watchChecks,
  events.watchEvents,
  events.listEvents,
  records.eventEvidence,
  records.firstSightingEvidence,
  records.watchExport,
  records.forgetAuthor,
  records.readAuthorData,
  channels.eventsFeed,
  channels.watchFeed,
  channels.addChannel,
  channels.listChannels,
  channels.removeChannel,
  channels.rotateChannel,
  channels.confirmChannel,
  channels.testChannel,
  channels.channelDeliveries,
  watches.watchForecast,
  owners.listOwners,
  owners.pauseOwner,
  owners.resumeOwner,
  owners.handOverOwner,
  owners.removeOwner,
  doctor,
  about.info,
  about.capabilities,
  about.openapi,
  mcp,
  health.alive,
  health.ready,
  health.metrics,
];
