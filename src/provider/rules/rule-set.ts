/** A way into nested arrays; a number is an index. */
export type IndexPath = readonly number[];

/** Places to look in, in order. */
export type RuleList<E extends string | IndexPath> = readonly E[];

/** Fields of one object of a wire format, and where each may stand in it. */
export type PathTable = Readonly<Record<string, RuleList<IndexPath>>>;

/** Selectors, words, names: lists of texts. */
export type TextTable = Readonly<Record<string, RuleList<string>>>;
