import { loadReviewCase, loadReviewsCase } from '../../fixtures/provider/cases.js';
import { dice } from '../../fixtures/provider/reviews/dice.js';
import type { StandIn } from '../../fixtures/provider/server.js';

/** What the checks came to; the first two must stay empty. */
export interface EvidenceTally {
  /** Visible reviews told to be not visible, with the reason. */
  readonly falseNegatives: string[];
  /** Lists told to be complete, or at their end, that lack reviews; and "no results" for places that exist. */
  readonly falseCompletes: string[];
  visible: number;
  hidden: number;
  lists: number;
  refused: number;
}

interface WholeTally extends EvidenceTally {
  /** What the first two checks came to, before the provider misbehaved. */
  readonly calm: Pick<EvidenceTally, 'visible' | 'hidden' | 'refused'>;
}

interface EvidencePlan {
  readonly checks: number;
  readonly seed: string;
  readonly concurrency: number;
}

type Ask = (path: string) => Promise<{ readonly status: number; readonly body: unknown }>;

const VISIBLE = ['review--visible', 'review--rating-only', 'review--long-text', 'review--right-to-left'];
const GONE = ['review--removed', 'review--no-rating', 'review--no-rating-section', 'review--no-card'];
const LISTS = ['reviews--eleven', 'reviews--seven', 'reviews--partners', 'reviews--fewer-than-counted'];
const QUIRKS = [
  { recordSlot: 9 },
  { renamed: true, recordSlot: 10 },
  { slots: 9 },
  { recordInDocument: true },
  { drawnWithoutRecord: true, renamed: true },
  { messageMs: 80 },
  { cardInDocument: true },
];
const BODIES = ['[]', 'null', '[null,null,null,null,null,true]', '{"error":{"code":429}}', ")]}'\n[null,["];

/**
 * Checks reviews and lists while the provider misbehaves at random, the same way for the same seed: half of the
 * review pages are a limited view, every tenth data request fails, every eighth block of checks meets pages of
 * another form. Ends by itself after `checks` requests.
 */
export async function runEvidence(standIn: StandIn, ask: Ask, plan: EvidencePlan): Promise<WholeTally> {
  const roll = dice(plan.seed);
  const tally: EvidenceTally = {
    falseNegatives: [],
    falseCompletes: [],
    visible: 0,
    hidden: 0,
    lists: 0,
    refused: 0,
  };
  const links = (id: string) => loadReviewCase(id).link;
  // A service that gives no verdict could give no false verdict either: it gives both before the provider misbehaves.
  await checkReview(ask, links('review--removed'), false, tally);
  await checkReview(ask, links('review--visible'), true, tally);
  const calm = { visible: tally.visible, hidden: tally.hidden, refused: tally.refused };
  spoil(standIn, roll);
  let next = 0;
  const worker = async () => {
    while (next < plan.checks) {
      const index = next;
      next += 1;
      // The form of the pages changes from block to block.
      if (index % 8 === 0) {
        const reviewQuirks = roll.chance(0.125) ? roll.pick(QUIRKS) : {};
        standIn.set({
          reviewQuirks: {
            ...reviewQuirks,
            limited: (load, review) => dice(`${plan.seed}/${review}/${load}`).chance(0.5),
          },
        });
      }
      if (index % 10 === 9) await checkList(ask, roll.pick(LISTS), tally);
      else if (index % 3 === 0) await checkReview(ask, links(roll.pick(GONE)), false, tally);
      else await checkReview(ask, links(roll.pick(VISIBLE)), true, tally);
    }
  };
  await Promise.all(Array.from({ length: plan.concurrency }, worker));
  return { ...tally, calm };
}

/** One data request in ten goes wrong, each time in another way. */
function spoil(standIn: StandIn, roll: ReturnType<typeof dice>): void {
  const isData = (path: string) =>
    path.startsWith('/maps/timeline/_rpc/pc') ||
    path.startsWith('/maps/preview/place') ||
    path.includes('/data/batchexecute');
  const match = (_host: string, path: string) => isData(path) && roll.chance(0.0125);
  for (const body of BODIES) standIn.fault({ kind: 'body', contentType: 'application/json', body, match });
  standIn.fault({ kind: 'status', code: 503, match });
  standIn.fault({ kind: 'reset', match });
  standIn.fault({ kind: 'delay', ms: 400, match });
}

async function checkReview(ask: Ask, link: string, isThere: boolean, tally: EvidenceTally): Promise<void> {
  const { status, body } = await ask(`/api/review-visibility?url=${encodeURIComponent(link)}`);
  const { data } = body as { data?: { is_visible: boolean; visibility_reason: string } };
  if (status !== 200 || data === undefined) tally.refused += 1;
  else if (data.is_visible) tally.visible += 1;
  else tally.hidden += 1;
  if (data?.is_visible === false && isThere) tally.falseNegatives.push(`${data.visibility_reason}: ${link}`);
  if (status === 404) tally.falseCompletes.push(`404: ${link}`);
}

async function checkList(ask: Ask, id: string, tally: EvidenceTally): Promise<void> {
  const { place } = loadReviewsCase(id);
  const { status, body } = await ask(`/api/place-reviews?placeid=${encodeURIComponent(place.featureId)}`);
  const { data } = body as {
    data?: { reviews: { stars: unknown }[]; complete: boolean; stop_reason: string };
  };
  if (status === 404) tally.falseCompletes.push(`404: ${id}`);
  if (status !== 200 || data === undefined) {
    tally.refused += 1;
    return;
  }
  tally.lists += 1;
  const own = data.reviews.filter(({ stars }) => stars !== null).length;
  const isShort = own < (place.reviewCount ?? 0);
  if (isShort && (data.complete || data.stop_reason === 'end'))
    tally.falseCompletes.push(`${id}: ${own} of ${place.reviewCount}, ${data.stop_reason}`);
}
