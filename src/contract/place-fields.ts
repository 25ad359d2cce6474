/**
 * The published names of the place details, in the specification's order, by what they mean. Free of zod, so that
 * tables and pages may use the names without the schemas.
 */
export const PLACE_FIELDS = {
  cid: 'cid',
  name: 'nazwa_wizytowki',
  address: 'adres',
  category: 'kategoria',
  rating: 'srednia_ocen',
  reviewCount: 'liczba_opinii',
  fiveStars: 'liczba_5_gwiazdek',
  fourStars: 'liczba_4_gwiazdek',
  threeStars: 'liczba_3_gwiazdek',
  twoStars: 'liczba_2_gwiazdek',
  oneStar: 'liczba_1_gwiazdka',
} as const;
