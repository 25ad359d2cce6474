export const en = {
  line: 'Line',
  noResult: 'No result',
  cancelled: 'the job was cancelled',
  'sheet.places': 'Places',
  'sheet.reviews': 'Reviews',
} as const;
