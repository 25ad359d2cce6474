import type { Coordinates } from '../identifiers/place-marks.js';
import { inlineBodies, readEmbeddedState, stateMarks } from '../provider/wire/embedded-state.js';
import { parseGuarded } from '../provider/wire/envelope.js';
import { placeArray, readPlacePayload } from '../provider/wire/place-payload.js';
import { readSearchPayload } from '../provider/wire/search-payload.js';
import { personParts, textsOf } from './dom-tree.js';
import { addUnlessAllowed, isWritten, personStringsIn, stringsIn } from './person-strings.js';
import type { Recording } from './recording.js';

/** What is to be replaced in a recording, and what is not. */
export interface PersonalTexts {
  readonly texts: ReadonlySet<string>;
  /** Facts of the place, which stay although somebody has the same name. */
  readonly kept: readonly string[];
  /** Where the places are; empty unless they are replaced. */
  readonly near: readonly Coordinates[];
}

/** Everything written by or about people in a recording; with `anonymous` also what names the place. */
export function personalTexts(recording: Recording, anonymous: boolean): PersonalTexts {
  const texts = new Set<string>();
  const facts = factsOf(recording, textsOfPeople(recording));
  addSent(recording, facts.kept, texts);
  addShown(recording, texts);
  if (!anonymous) return { texts, kept: facts.kept, near: [] };
  for (const text of facts.placeTexts) addPlaceText(text, texts);
  for (const text of facts.kept) if (text !== facts.category) addPlaceText(text, texts);
  return { texts, kept: facts.category === null ? [] : [facts.category], near: facts.near };
}

/** What is surely of people: a query or a heading that is among these is no fact of the place. */
function textsOfPeople({ bodies, cards, state }: Recording): ReadonlySet<string | null> {
  const review = state?.review ?? null;
  const shown = review === null ? [] : [...review.cards, review.loose];
  return new Set([
    ...Object.values(bodies).flatMap((body) => [...personStringsIn(body)]),
    ...[...cards, ...shown].map(({ author }) => author),
  ]);
}

/** What was sent. In answers with reviews alone all texts count, but for parts of the place's facts. */
function addSent({ about, bodies }: Recording, kept: readonly string[], texts: Set<string>): void {
  const kinds = new Map(about.parts.map(({ file, kind }) => [file, kind]));
  const facts = kept.map((text) => text.toLowerCase());
  for (const [file, body] of Object.entries(bodies)) {
    const kind = kinds.get(file);
    const own = personStringsIn(body);
    for (const text of own) texts.add(text);
    if (kind !== 'batch' && kind !== 'review') continue;
    for (const text of personStringsIn(body, true))
      if (!facts.some((fact) => fact.includes(text.trim().toLowerCase()))) texts.add(text);
  }
}

function addPlaceText(text: string, texts: Set<string>): void {
  const isNumber = !/\p{L}/u.test(text) && (text.match(/\d/g) ?? []).length >= 7 && text.length < 30;
  if (isNumber) texts.add(text);
  else addUnlessAllowed(text, texts);
}

/** What cards and the markup around people show. Labels are kept if they are made of known words alone. */
function addShown({ state, cards, panel, list }: Recording, texts: Set<string>): void {
  const add = (text: string | null) => {
    if (text !== null && /\p{L}|\p{N}/u.test(text)) texts.add(text);
  };
  for (const card of cards) {
    for (const text of [card.author, card.text, card.reply?.text ?? null]) add(text);
    for (const text of [card.authorLine, card.dateText, card.reply?.dateText ?? null])
      if (text !== null) addUnlessAllowed(text, texts);
  }
  const view = state?.review ?? null;
  for (const part of view === null ? [] : [...view.cards, view.loose]) {
    add(part.author);
    add(part.text);
  }
  for (const tree of [panel, list]) {
    if (tree === null) continue;
    for (const part of personParts(tree))
      for (const text of textsOf(part)) addUnlessAllowed(text.trim(), texts);
    for (const text of textsOf(tree)) if (isWritten(text.trim())) texts.add(text.trim());
  }
}

function factsOf({ about, bodies, state }: Recording, ofPeople: ReadonlySet<string | null>) {
  const kept: string[] = [];
  const placeTexts: string[] = [];
  const near: Coordinates[] = [];
  let category: string | null = null;
  const addPlace = (body: string) => {
    const payload = readPlacePayload(body);
    if (payload === null) return;
    for (const text of [payload.name, payload.address, payload.category, ...(payload.addressLines ?? [])])
      if (text !== null) kept.push(text);
    category ??= payload.category;
    if (payload.lat !== null && payload.lng !== null) near.push({ lat: payload.lat, lng: payload.lng });
    placeTexts.push(...stringsIn(placeArray(body)));
  };
  for (const body of Object.values(bodies)) {
    addPlace(body);
    const page = body.trimStart().startsWith('<') ? readEmbeddedState(body) : null;
    for (const inner of page === null ? [] : inlineBodies(page, 'place')) addPlace(inner);
    const { at } = page === null ? { at: null } : stateMarks(page);
    if (at !== null) near.push(at);
    for (const { name, marks } of readSearchPayload(body) ?? []) {
      if (name !== null) kept.push(name);
      if (marks.at !== null) near.push(marks.at);
      placeTexts.push(...stringsIn(parseGuarded(body)));
    }
  }
  const panel = state?.panel ?? null;
  for (const text of [panel?.name, panel?.addressLabel?.replace(/^[^:]*: /, ''), panel?.category])
    if (text != null) kept.push(text);
  category ??= panel?.category ?? null;
  const query = about.kind === 'search' && !about.link.includes('/') ? about.link : null;
  for (const text of [state?.review?.cardHeading ?? null, query])
    if (text !== null && !ofPeople.has(text)) kept.push(text);
  return { kept, placeTexts, near, category };
}
