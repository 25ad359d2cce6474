export const en = {
  line: 'Line',
  noResult: 'No result',
  cancelled: 'the list was cancelled',
  'sheet.places': 'Places',
  'sheet.reviews': 'Reviews',
} as const;
