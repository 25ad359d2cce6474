import { z } from 'zod';
import { dataOf, fileOf, XLSX, XLSX_FILE, ZIP, ZIP_FILE } from '../../core/api/endpoints/endpoint.js';
import { atOnce, deadline, LONG_REQUESTS_PER_CLIENT } from '../../core/api/middleware/at-once.js';
import { UNAVAILABLE } from '../../core/api/openapi/failure-answers.js';
import { day, fileLanguage, required } from '../../core/api/validate.js';
import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import { EVIDENCE_UNAVAILABLE } from '../evidence/errors.js';
import { authorIdIn } from '../watch/authors.js';
import { choice, endpointsOf, watchId } from '../watch/endpoints.js';
import { NO_SUCH_WATCH, WATCH_UNAVAILABLE } from '../watch/errors.js';
import { AUTHOR_DATA, AUTHOR_LINK, EVENT, FORGOTTEN, WATCH_ID } from '../watch/examples.js';
import { authorData, forgottenData } from '../watch/published.js';
import { EXPORT_AUTHORS, EXPORT_FORMATS } from '../watch/values.js';
import { CLIENT_EXPORT, WATCH_EXPORT } from './examples.js';
import { message, refusal } from './messages.js';
import { clientExportData, watchExportData } from './published.js';
import { EXPORT_POINTS, MAX_RECORDS } from './records.js';
import type { Reports } from './report-service.js';

const reportEndpoint = endpointsOf<Reports>();
const PDF = 'application/pdf';
const JSON_FILE = 'application/json';
const TYPES = { pdf: PDF, xlsx: XLSX, zip: ZIP, json: JSON_FILE } as const;
const FORMATS = ['pdf', 'xlsx', 'json', 'zip'] as const;

export const eventEvidence = reportEndpoint({
  ...{ method: 'get', path: '/api/events/{id}/evidence', id: 'eventEvidence' },
  summary: 'Download the evidence pack of an event',
  description:
    'The pack that the service made after the check that found the event (`evidence` of the watch). For an event without a pack, the answer is 404. `docs/evidence.md` names the files and how to check them.',
  query: {
    schema: z.object({ id: required('id', 'the id of an event') }),
    examples: { id: { 'an event': EVENT.id } },
  },
  success: [ZIP_FILE],
  failures: [NO_SUCH_WATCH],
  answer: async (watch, owner, { id }, { file }) =>
    file({ type: ZIP, ...(await watch.evidenceOf(owner, id)) }),
});

/** What a record contains. */
const recordOptions = {
  lang: fileLanguage('pl', 'Language of the file'),
  from: day('from', 'First day, in the time zone of the service; by default when the watch was added'),
  to: day('to', 'Last day; by default today'),
  authors: choice('authors', EXPORT_AUTHORS).default('pseudonyms'),
};

const PERIOD = { from: { 'a day': '2026-09-01' }, to: { 'a day': '2026-09-30' } };

/** @throws AppError `invalid_request` */
function checkPeriod({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  if (from !== undefined && to !== undefined && from > to)
    throw new AppError(INVALID_REQUEST, message('periodReversed'), { field: 'from' });
}

export const watchExport = reportEndpoint({
  ...{ method: 'get', path: '/api/watches/{id}/export', id: 'watchExport' },
  points: 1,
  priceText: `1 point as JSON, ${EXPORT_POINTS} points as a file`,
  summary: 'Export the record of a watch in a period',
  description:
    'The events of the period, with their reviews and the course of rating and counts: as JSON, or as a file for a client. By default, authors are replaced by "Autor 1" or "Author 1" (one author has one number within an export), and links and ids of reviews are left out. With `authors=names`, the export has names, links and ids. Texts may contain names in both cases.',
  query: {
    schema: watchId.extend({ format: choice('format', EXPORT_FORMATS).default('json'), ...recordOptions }),
    examples: { id: { 'a watch': WATCH_ID }, ...PERIOD },
  },
  success: [
    { kind: 'data', schema: watchExportData, examples: { 'a month': WATCH_EXPORT } },
    fileOf(PDF, '%PDF-1.4'),
    XLSX_FILE,
  ],
  failures: [NO_SUCH_WATCH],
  answer: async (watch, owner, { id, format, ...wanted }, { charge, file, scope }) => {
    checkPeriod(wanted);
    if (format === 'json') return watch.exportOf(owner, id, wanted, scope);
    await charge(EXPORT_POINTS);
    const { name, parts } = await watch.exportFile(owner, id, { ...wanted, format }, scope);
    return file({ type: TYPES[format], name, parts });
  },
});

export const clientExport = reportEndpoint({
  ...{ method: 'get', path: '/api/client-export', id: 'clientExport' },
  points: EXPORT_POINTS,
  priceText: `${EXPORT_POINTS} points for each watch, at most the points of one minute`,
  summary: 'Export the record of a client as one file',
  description: `What the watches of a client have in common (changes by kind, watches with and without a result), then the record of each watch, as \`GET /api/watches/{id}/export\` makes it: at most ${MAX_RECORDS} watches. Each record states its own cover. With pseudonyms, one author has one number within the file. \`format=zip\` has the record as PDF, XLSX and JSON with a manifest that is signed like the manifest of an evidence pack: \`verify-evidence\` checks the file. The request has no deadline.`,
  query: {
    schema: z.object({
      client: required('client', 'your customer, as its watches name it', { most: 200 }),
      format: choice('format', FORMATS)
        .default('pdf')
        .describe('zip: PDF, XLSX and JSON, signed; 503 if the service has no key'),
      ...recordOptions,
    }),
    examples: { client: { 'a client': 'Hotel Zmyślony' }, ...PERIOD },
  },
  before: () => {
    const most = LONG_REQUESTS_PER_CLIENT;
    return [atOnce({ most, refusal: message('recordsAtOnce', { most }) }), deadline(null)];
  },
  success: [
    fileOf(PDF, '%PDF-1.4'),
    XLSX_FILE,
    { kind: 'file', type: JSON_FILE, schema: clientExportData, examples: { 'a month': CLIENT_EXPORT } },
    ZIP_FILE,
  ],
  unavailable: {
    name: 'RecordUnavailable',
    kinds: [WATCH_UNAVAILABLE, EVIDENCE_UNAVAILABLE, ...UNAVAILABLE],
  },
  answer: async (watch, owner, { client, ...wanted }, call) => {
    checkPeriod(wanted);
    const { name, parts } = await watch.clientFile(owner, client, wanted, call);
    return call.file({ type: TYPES[wanted.format], name, parts });
  },
});

const AUTHOR = 'the id of an author, or a link to the profile';

export const forgetAuthor = reportEndpoint({
  ...{ method: 'post', path: '/api/forget-author', id: 'forgetAuthor' },
  summary: 'Forget an author',
  description:
    'Deletes the reviews of the author in your watches with their versions, events and evidence packs, and the watches of single reviews of the author. Only a keyed hash of the id is kept, so that no later check writes the author again and no link that names the author is watched again. The request does not reach results of your jobs, which are deleted 72 hours after the end of the job or with `DELETE /api/jobs/{id}?delete_ended=true`, reviews whose author is unknown, replies and reviews by others that name the author, exports, e-mails, webhooks and backups.',
  body: {
    schema: z
      .strictObject({ author: required('author', AUTHOR) }, { error: refusal('authorInvalid') })
      .meta({ id: 'ForgetAuthorRequest' }),
    limit: '16kb',
    examples: { 'a profile': { author: AUTHOR_LINK } },
  },
  success: dataOf(forgottenData, { 'an author': FORGOTTEN }),
  answer: async (watch, owner, { author }, { scope }, { forgetControls }) => {
    const id = authorIdIn(author);
    if (id === null) throw new AppError(INVALID_REQUEST, message('authorInvalid'), { field: 'author' });
    forgetControls(id);
    return watch.forget(owner, id, scope);
  },
});

export const readAuthorData = reportEndpoint({
  ...{ method: 'get', path: '/api/author-data', id: 'authorData' },
  points: EXPORT_POINTS,
  summary: 'Read all that is stored about an author',
  description: 'All data about one author in your watches, so that you can answer a request of that person.',
  query: {
    schema: z.object({ author: required('author', AUTHOR) }),
    examples: { author: { 'a profile': AUTHOR_LINK } },
  },
  success: dataOf(authorData, { 'an author': AUTHOR_DATA }),
  answer: (watch, owner, { author }, { scope }) => watch.dataOfAuthor(owner, author, scope),
});
