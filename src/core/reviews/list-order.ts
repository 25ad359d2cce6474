type Numbers = readonly number[];

const rises = (numbers: Numbers): number =>
  numbers.filter((number, index) => index > 0 && number > (numbers[index - 1] ?? number)).length;

/** Whether dates fall, as in a list sorted by date. An edited review may stand above newer ones: `least` in a short list. */
export function isFalling(dates: Numbers, least = 1): boolean {
  return rises(dates) <= Math.max(least, dates.length / 10);
}

/**
 * Whether the reviews that were read show that the rest of their list is sorted by date: 20 dates fall, and not by chance.
 * Those of a list sorted by stars fall as well, until its first block ends; but its stars do not go up and down, except
 * for one review. Within a block every list is sorted by date: it is enough that all unread reviews have the stars of
 * the last one. `counts`: how many reviews of the place have one to five stars; null = unknown.
 */
export function isByDate(dates: Numbers, stars: Numbers, counts: Numbers | null): boolean {
  const isRead = (count: number, at: number) => count <= stars.filter((one) => one === at + 1).length;
  const isLastBlock = counts?.every((count, at) => at + 1 === stars.at(-1) || isRead(count, at)) ?? false;
  const turns = Math.min(rises(stars), rises(stars.toReversed()));
  return dates.length >= 20 && isFalling(dates) && (isLastBlock || turns > 1);
}
