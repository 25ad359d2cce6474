/** Whether a list is sorted by date, the newest first. An edited review may stand above newer ones. */
export function isFalling(dates: readonly number[]): boolean {
  const rises = dates.filter((date, index) => index > 0 && date > (dates[index - 1] ?? date)).length;
  return rises <= Math.max(1, dates.length / 10);
}
