import { z } from 'zod';
import { localDay, maybeText, maybeTimeFields, natural, timeFields } from '../../core/published/values.js';
import { eventData, ledgerReviewData, watchData } from '../watch/published.js';
import { EXPORT_AUTHORS } from '../watch/values.js';

const day = (meaning: string) => localDay.describe(`${meaning}, YYYY-MM-DD in the configured time zone`);

const SEEN = { last_seen_at: true, last_seen_at_utc: true } as const;
const LOSS = { ...SEEN, first_missed_at: true, first_missed_at_utc: true } as const;
/** What later checks change is not in the record. */
const LATER = { ...LOSS, review_id: true, last_proof_at: true, last_proof_at_utc: true } as const;

/** The record of a watch in a period. PDF and XLSX are made of it. */
export const watchExportData = z
  .object({
    watch: watchData.pick({ id: true, kind: true, client: true }).extend({
      label: maybeText.describe('Your own name for the subject on the day when the record was made'),
      place_name: maybeText.describe('The name of the place, as the service knew it on that day'),
      address: maybeText.describe('The address of the place, as the service knew it on that day'),
      subject: maybeText.describe(
        'null = the subject is a link to a review, which is left out with pseudonyms',
      ),
    }),
    from: day('First day of the period'),
    to: day('Last day of the period'),
    ...timeFields('made_at', 'When the record was written'),
    operator: maybeText.describe('Who runs the service (OPERATOR_NAME, OPERATOR_CONTACT); null = not given'),
    time_zone: z.string().describe('IANA name of the time zone of all times'),
    authors: z
      .enum(EXPORT_AUTHORS)
      .describe('pseudonyms: the same author has the same number in one export; links and ids are left out'),
    checks: natural.describe('Checks in the period'),
    checks_without_result: natural.describe('Checks in the period that could not tell the state'),
    ...maybeTimeFields(
      'proven_at',
      'When the last check up to the end of the period with a result ended: `status` of a watched review is of this time',
    ),
    ...maybeTimeFields(
      'gone_at',
      'When that check ended, if it and the check with a result before it proved that the provider shows no such place; null = the place was shown, it is not known, or a review is watched',
    ),
    latest: z
      .object({
        status: ledgerReviewData.shape.status,
        ...timeFields('at', 'When the last check with a result ended'),
      })
      .nullable()
      .describe(
        'The status of the watched review when the record was written, if it is another one; null = it is the same, or a place is watched',
      ),
    cover: z
      .object({
        is_known: z
          .boolean()
          .describe(
            'true: checks have results at both ends of the period, their lists and the page of the place were read whole, nothing of the period was deleted, and `pending` is 0: without an event there was no change between two results. false: without an event it is not known whether anything changed',
          ),
        ...timeFields('began_at', 'When the watch began: nothing was checked before'),
        ...maybeTimeFields(
          'compared_from',
          'When the check ended with whose result the results of the period are compared: the last check before the period with a result, if its list and page of the place were read whole, else the first check of the period. From then to `last_result_at`, no change without an event was found among the reviews that were read; null = there are not two results',
        ),
        ...maybeTimeFields('first_result_at', 'When the first check of the period with a result ended'),
        ...maybeTimeFields('last_result_at', 'When the last check of the period with a result ended'),
        lists: natural.describe('Checks with a result that read a list of reviews'),
        whole_lists: natural.describe('Checks whose list was read whole'),
        place_pages: natural.describe('Checks of `lists` that also read the page of the place whole'),
        part: z
          .object({ read: natural.nullable(), counted: natural.nullable() })
          .nullable()
          .describe(
            'The last list that was not read whole: reviews that were read, and reviews that the provider counts; null = every list was read whole',
          ),
        pending: natural.describe(
          'Values and reviews that the last check did not read, or that a further check has to confirm',
        ),
        longest_gap_hours: z
          .number()
          .nullable()
          .describe('The longest time between two results of the period; null = there are not two results'),
        deletions: z
          .array(
            z.object({
              day: day('When the data were deleted, in UTC'),
              cause: z.enum(['retention', 'forgetting']),
              events: natural,
              reviews: natural,
              from: day('The oldest of the deleted data'),
              to: day('The newest of the deleted data'),
            }),
          )
          .describe('What was deleted of the period'),
      })
      .describe('From when to when the record knows the state of the subject'),
    course: z
      .array(
        z.object({
          day: localDay,
          rating: z.number().nullable(),
          review_count: natural.nullable(),
          read: natural.nullable().describe('Reviews of the list that were read; null = no list was read'),
          visible: natural.nullable().describe('Reviews of the ledger that the check saw; null = not known'),
          not_visible: natural.nullable().describe('Reviews of the ledger that were proven not visible'),
          unknown: natural
            .nullable()
            .describe(
              'Reviews that the check did not see: other reviews of the ledger and, if the list was not read whole, all that the provider counts',
            ),
        }),
      )
      .describe('For each day, the last check with a result, as the check noted it'),
    reviews: z
      .array(
        ledgerReviewData.omit(LATER).extend({
          ...{ number: natural, review_id: maybeText },
          author: maybeText.describe('As the service knew the name on the day when the record was made'),
          status: ledgerReviewData.shape.status
            .nullable()
            .describe('At the end of the period; null = it is not known'),
          ...maybeTimeFields('status_at', 'Since when events tell the status; null = from the beginning'),
          versions: z.array(ledgerReviewData.shape.versions.element.omit(SEEN)),
        }),
      )
      .describe(
        'The reviews that the events are about, with the versions up to the end of the period, in the order of their first sighting. If the watch is of one review, always that review',
      ),
    events: z
      .array(
        eventData.pick({ id: true, type: true, at: true, at_utc: true, before: true, after: true }).extend({
          ...eventData.pick(LOSS).shape,
          same_author_visible: z
            .boolean()
            .describe('Whether the check that lost the review saw another review of the same author'),
          check_id: z.string(),
          evidence: z.boolean(),
          review: natural
            .nullable()
            .describe('`number` of the review that the event is about; null = the event is about the place'),
        }),
      )
      .describe('The oldest first'),
  })
  .meta({ id: 'WatchExport' });

export type WatchExportData = z.infer<typeof watchExportData>;

const count = z.object({
  found: natural.describe('Events that the checks found'),
  is_known: z
    .boolean()
    .describe(
      'false: not all records know their whole period, so that there may be more events than `found`',
    ),
});
/** Events by kind, in the order of their importance. */
const changes = z.object({
  ...{ lost: count, missing: count, back: count, changed: count, replies: count, added: count },
  ...{ place: count, trouble: count },
});
export const CHANGE_KINDS = changes.keyof().options;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The record of a client in a period. PDF and XLSX are made of it. */
export const clientExportData = watchExportData
  .pick({ to: true, made_at: true, made_at_utc: true, operator: true, time_zone: true, authors: true })
  .extend({
    client: z.string(),
    from: day('First day of the period; if it was not asked for, the day when the first watch began'),
    watches: natural.describe('Watches of the client'),
    with_result: natural.describe('Watches with a check in the period that has a result'),
    known: natural.describe('Watches of which `cover.is_known` is true'),
    changes: changes.describe('Events of all records by kind'),
    records: z.array(watchExportData).describe('The records of the watches, the oldest watch first'),
  })
  .meta({ id: 'ClientExport' });

export type ClientExportData = z.infer<typeof clientExportData>;

/** What the capability adds to `checks` of `/readyz`. */
export const REPORTS_READINESS = {
  evidence_store: z
    .enum(['ok', 'full', 'unavailable'])
    .optional()
    .describe(
      'Only where evidence packs of watches are kept. full: EVIDENCE_MAX_MB is reached, or the disk has less than 64 MiB left, and no pack is stored; unavailable: the folder cannot be read. Checks and events go on. Never a reason for 503',
    ),
};

/** Whether evidence packs of watches can be stored. */
export type PackStoreHealth = 'ok' | 'full' | 'unavailable';
