import * as about from './about.js';
import { bulkVisibility } from './bulk-visibility.js';
import * as channels from './channels.js';
import { createJob } from './create-job.js';
import { doctor } from './doctor.js';
import type { Endpoint } from './endpoint.js';
import * as events from './events.js';
import * as evidence from './evidence.js';
import * as health from './health.js';
import { jobResults } from './job-results.js';
import * as jobs from './jobs.js';
import { mcp } from './mcp.js';
import * as owners from './owners.js';
import { placeReviews } from './place-reviews.js';
import * as places from './places.js';
import * as reviews from './reviews.js';
import * as records from './watch-records.js';
import * as watches from './watches.js';

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
