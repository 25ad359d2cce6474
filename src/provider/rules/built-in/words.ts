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
  /**
   * What the button below a cut text says, and after "…" the end of a text that came cut. "Plus" is recorded, "More"
   * and "Więcej" are reported, the others are unverified. reviews.md §4, §6.
   */
  more: [
    ...(['Więcej', 'More', 'Mehr', 'Plus', 'Více', 'Viac', 'Más', 'Altro'] as const),
    ...(['Meer', 'Mais', 'Tovább', 'Mai mult', 'Більше', 'Daugiau'] as const),
  ],
  /** The notice of the limited view. Polish is reported, in part; German and English found 2026-11-22. places.md §9. */
  limitedView: ['ograniczonego widoku', 'seeing a limited view of Google Maps', 'Die Ansicht ist beschränkt'],
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
  /** Whole opening statuses of places that are closed for good, or for a time. Polish unverified. places.md §6. */
  permanentlyClosed: ['Zamknięte na stałe', 'Permanently closed', 'Dauerhaft geschlossen'],
  temporarilyClosed: ['Tymczasowo zamknięte', 'Temporarily closed', 'Vorübergehend geschlossen'],
  /** Parts of notices by which their kind is known. Polish is unknown: there the code and the digits count. places.md §10. */
  noticeDefamation: [
    ...(['due to defamation complaints', 'due to a defamation complaint'] as const),
    ...(['Beschwerden wegen Diffamierung', 'Beschwerde wegen Diffamierung'] as const),
  ],
  noticeSuspicious: ['fake reviews were recently removed', 'high-rated reviews were recently removed'],
  noticePaused: ['Posting is currently turned off', 'Posting reviews is turned off'],
  /** All of them are unverified: the provider's help says that it withholds reviews, and quotes no notice. */
  noticeWithheld: [
    ...(['Reviews are currently not shown', 'Reviews are temporarily not shown'] as const),
    ...(['Rezensionen werden derzeit nicht angezeigt', 'Opinie nie są obecnie wyświetlane'] as const),
  ],
  /** Numbers of removed reviews that notices spell out. places.md §10. */
  noticeOne: ['One review', '1 review', 'Eine Bewertung', '1 Bewertung'],
  noticeTwoToFive: ['Two to five', 'Zwei bis fünf'],
  noticeSixToTen: ['Six to ten', 'Sechs bis zehn'],
  /** The number that follows directly is not part of the range. */
  noticeMoreThan: ['More than', 'Over', 'Mehr als', 'Über'],
  /**
   * Error messages of a page that got no data: throttling, not a removal. Only "Server error" is recorded; the others
   * are unverified. They close by themselves after a few seconds. reviews.md §6.
   */
  error: [
    ...(['Błąd serwera', 'Coś poszło nie tak', 'Wystąpił błąd', 'Spróbuj ponownie później'] as const),
    ...(['Server error', 'Something went wrong', 'An error occurred', 'Please try again later'] as const),
  ],
} as const satisfies TextTable;
