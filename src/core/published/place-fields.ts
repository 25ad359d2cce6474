import type { Words } from './language.js';

interface PlaceField {
  /** Name in answers, as in the specification. */
  readonly published: string;
  /** Type of its value; `published/place-answer.ts` has the schema of each kind. Every field may also be null: unknown. */
  readonly kind: 'cid' | 'text' | 'rating' | 'count';
  /** Text for the OpenAPI document. */
  readonly description: string;
  /** Column heading, and label on the cards of console and command line. */
  readonly label: Words;
  /** The part of a card that shows the field; `fact` = the list of labels and values. */
  readonly shown: 'title' | 'fact' | 'statistic' | 'identifier';
  /** Values of two invented places: a restaurant, and a place without reviews. */
  readonly examples: readonly [string | number, string | number | null];
}

const nullIfUnknown = 'null when the map provider does not say';

/** How many reviews have so many stars; `count`: of the restaurant. */
function starField<Published extends string>(published: Published, stars: number, pl: string, count: number) {
  return {
    published,
    kind: 'count',
    description: `Count of ${stars}-star reviews; ${nullIfUnknown}`,
    label: { pl, en: stars === 1 ? '1 star' : `${stars} stars` },
    shown: 'statistic',
    examples: [count, 0],
  } as const;
}

/**
 * The published fields of a place, by their names inside the service, in the specification's order. Schema, OpenAPI
 * document, examples, columns of tables and cards are made from this list. It does not import zod, because the console
 * bundles it.
 */
export const PLACE_FIELD_LIST = {
  cid: {
    published: 'cid',
    kind: 'cid',
    description: 'CID, decimal digits; null for the rare place without a CID',
    label: { pl: 'CID', en: 'CID' },
    shown: 'identifier',
    examples: ['4565666864068316694', '6786837812643222397'],
  },
  name: {
    published: 'nazwa_wizytowki',
    kind: 'text',
    description: `Name of the business listing; ${nullIfUnknown}`,
    label: { pl: 'Nazwa', en: 'Name' },
    shown: 'title',
    examples: ['Pierogarnia Pod Zmyśloną Różą', 'Zakład Ślusarski Nowootwarty'],
  },
  address: {
    published: 'adres',
    kind: 'text',
    description: 'Address; null when the place shows no address',
    label: { pl: 'Adres', en: 'Address' },
    shown: 'fact',
    examples: ['ul. Nieistniejąca 12, 31-999 Kraków', 'ul. Kluczowa 1, 60-999 Poznań'],
  },
  category: {
    published: 'kategoria',
    kind: 'text',
    description: `Main category; ${nullIfUnknown}`,
    label: { pl: 'Kategoria', en: 'Category' },
    shown: 'fact',
    examples: ['Restauracja', 'Ślusarz'],
  },
  rating: {
    published: 'srednia_ocen',
    kind: 'rating',
    description: 'Average rating; null without reviews or when not shown',
    label: { pl: 'Średnia ocen', en: 'Average rating' },
    shown: 'statistic',
    examples: [4.6, null],
  },
  reviewCount: {
    published: 'liczba_opinii',
    kind: 'count',
    description: `Total number of reviews; ${nullIfUnknown}`,
    label: { pl: 'Liczba opinii', en: 'Reviews' },
    shown: 'statistic',
    examples: [8713, 0],
  },
  fiveStars: starField('liczba_5_gwiazdek', 5, '5 gwiazdek', 6921),
  fourStars: starField('liczba_4_gwiazdek', 4, '4 gwiazdki', 1039),
  threeStars: starField('liczba_3_gwiazdek', 3, '3 gwiazdki', 398),
  twoStars: starField('liczba_2_gwiazdek', 2, '2 gwiazdki', 143),
  oneStar: starField('liczba_1_gwiazdka', 1, '1 gwiazdka', 212),
} as const satisfies Readonly<Record<string, PlaceField>>;

type Fields = typeof PLACE_FIELD_LIST;

/** Name of a field inside the service. */
export type PlaceFieldName = keyof Fields;

/** The type of a field's value, unless it is null. */
type PlaceValue<Name extends PlaceFieldName> = Fields[Name]['kind'] extends 'rating' | 'count'
  ? number
  : string;

export type PlaceText = {
  [Name in PlaceFieldName]: Fields[Name]['kind'] extends 'text' ? Name : never;
}[PlaceFieldName];

/** All published facts of a place by their names inside the service. Null = unknown. */
export type PlaceFacts = { readonly [Name in PlaceFieldName]: PlaceValue<Name> | null };

/** The names of the fields inside the service, in the specification's order. */
export const PLACE_FIELD_NAMES = Object.keys(PLACE_FIELD_LIST) as readonly PlaceFieldName[];

export const PLACE_TEXTS = PLACE_FIELD_NAMES.filter(
  (name): name is PlaceText => PLACE_FIELD_LIST[name].kind === 'text',
);

/** Name inside the service → published name. */
export const PLACE_FIELDS = Object.fromEntries(
  PLACE_FIELD_NAMES.map((name) => [name, PLACE_FIELD_LIST[name].published]),
) as { readonly [Name in PlaceFieldName]: Fields[Name]['published'] };

/** Returns the given facts under their published names, in the specification's order. */
export function publishFacts<Name extends PlaceFieldName>(
  facts: Pick<PlaceFacts, Name>,
): { [N in Name as Fields[N]['published']]: PlaceValue<N> | null } {
  const given: Partial<PlaceFacts> = facts;
  const entries = PLACE_FIELD_NAMES.flatMap((name) =>
    given[name] === undefined ? [] : [[PLACE_FIELDS[name], given[name]]],
  );
  return Object.fromEntries(entries) as { [N in Name as Fields[N]['published']]: PlaceValue<N> | null };
}

/** One of the two invented places of the examples. */
export function examplePlace(which: 0 | 1): PlaceFacts {
  const entries = PLACE_FIELD_NAMES.map((name) => [name, PLACE_FIELD_LIST[name].examples[which]]);
  return Object.fromEntries(entries) as PlaceFacts;
}
