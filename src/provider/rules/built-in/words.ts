import type { TextTable } from '../rule-set.js';

/** What the provider's pages say in words, where they give no structure. */
export const words = {
  /** Whole texts by which a page says that a place has no reviews. "Brak opinii" is Polish, unverified. */
  noReviews: ['Brak opinii', 'No reviews'],
  /** What the tab with the reviews is called; tabs are recognised by label, never by index. reviews.md §4, places.md §8. */
  reviewsTab: [
    ...([
      'Opinie',
      'Reviews',
      'Rezensionen',
      'Avis',
      'Recenze',
      'Recenzie',
      'Reseñas',
      'Recensioni',
    ] as const),
    ...(['Beoordelingen', 'Avaliações', 'Críticas', 'Vélemények', 'Recenzii', 'Відгуки'] as const),
    'Atsiliepimai',
  ],
  /** What the link of a place card says. reviews.md §6. */
  placeDetails: ['Szczegóły miejsca', 'Place details', 'See place details'],
  /** Below the place card of a review that is gone. The Polish words are unverified. reviews.md §6. */
  reviewGone: ['Ta opinia nie jest już dostępna', 'This review is no longer available'],
  /** What a page says in words when there is no such place. The Polish words are unverified. places.md §8. */
  notFound: [
    "Google Maps can't find",
    'Google Maps can’t find',
    'Mapy Google nie mogą znaleźć',
    'Nie udało się znaleźć',
  ],
  /** What the opening status of a place that is closed for good is, as a whole. Polish unverified. places.md §6. */
  permanentlyClosed: ['Zamknięte na stałe', 'Permanently closed'],
  /**
   * Error messages of a page that got no data: throttling, not a removal. Only "Server error" is recorded; the others
   * are unverified. They close by themselves after a few seconds. reviews.md §6.
   */
  error: [
    ...(['Błąd serwera', 'Coś poszło nie tak', 'Wystąpił błąd', 'Spróbuj ponownie później'] as const),
    ...(['Server error', 'Something went wrong', 'An error occurred', 'Please try again later'] as const),
  ],
} as const satisfies TextTable;
