/** Excel's own limit of characters in a cell. */
const LONGEST_TEXT = 32_767;

/**
 * The text as a cell of a workbook holds it: at most as long as Excel allows. Excel reads `_x0041_` as the character
 * with this number (ECMA-376 part 1, 22.9.2.19), so that an underscore that would begin such a number is written as one.
 */
export function sheetText(text: string): string {
  const value = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
  return value.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}
