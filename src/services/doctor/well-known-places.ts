/**
 * Places with a name, a rating and hundreds to thousands of reviews, by Place ID. Recorded in 2023 to 2026; the first
 * two with a CID below and above 2^63. places.md §1
 */
export const WELL_KNOWN_PLACES: readonly string[] = [
  'ChIJHQjftsYG5xQRH6-iEKNyKwc',
  'ChIJDdnwdv0y5xQRRytw1ihZQeU',
  'ChIJe7Kk6MMaDTkRYzaZEVqUjyE',
];
