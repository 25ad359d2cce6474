/** Places and links to reviews that the console offers to new users (`EXAMPLE_PLACES`, `EXAMPLE_REVIEWS`). */
export interface Examples {
  readonly places: readonly string[];
  readonly reviews: readonly string[];
}
