import type { Texts } from './pl.js';

export const help: Texts['help'] = {
  examples: 'Examples:',
  sampleList: 'Insert a sample list',
  provider:
    'The map provider is the service whose places and reviews are read here: Google Maps. They are read as a signed-out visitor sees them.',
  apiDocs: 'API documentation',
  share: 'Share',
  shareReview: 'Share review',
  report: 'Report review',
  copyLink: 'Copy link',
  place: {
    title: 'Where do I find the link of a place, its Place ID and its CID?',
    open: 'Open the place in Google Maps and choose "Share".',
    copy: 'Choose "Copy link" and paste the link here.',
    ids: 'The Place ID (begins with "ChIJ") and the CID (digits only) are permanent identifiers of a place. The result shows them, and one click copies them.',
  },
  review: {
    title: 'Where do I find the link of a review?',
    open: 'Find the review in Google Maps and open the menu with three dots.',
    share: 'Choose "Share review".',
    copy: 'Choose "Copy link" and paste the link here.',
    rows: 'You can paste many links at once, also whole rows of a sheet: the links in them are found. The view "Reviews of a place" also gives the links of all reviews of a place (CSV or XLSX).',
  },
  reasons: {
    title: 'What do the results and reasons mean?',
    basis:
      '"Not visible" is said only when the map provider answered properly in two independent visits and showed no review in either. If anything was missing, the link has no result. A result holds for the moment of the check.',
    means: 'What it means',
    next: 'What to do next',
    notProven: 'What it does not prove',
    neverProven: 'What no result proves:',
    failed:
      'It could not be found out whether the review is visible, or this is no link to a review. It does not mean that the review is not visible. Look at the reason and try again.',
    each: {
      visible: {
        means: 'A signed-out visitor who opens the link sees the review.',
        next: 'If the review breaks the rules, report it. The link for that stands beside the review in the view "Reviews of a place".',
        notProven: 'Not that it stays visible, nor that it counts in the average rating.',
      },
      no_rating_section: {
        means: 'The place card opens, but the review of the link is not below it.',
        next: 'Save the result with its date and check again in a few days. The author can look whether their own account shows the review.',
        notProven:
          'Not that the review was removed, nor why it is not shown: it may also wait for approval. It may be shown again.',
      },
      no_business_card: {
        means: 'The data of the place is there, but the card with the review is not shown.',
        next: 'Save the result with its date (CSV or XLSX). To be sure, check again in a few days.',
        notProven:
          'Not that the review was removed, nor since when and why it is not shown: it may also wait for approval. It may be shown again.',
      },
      no_business_data: {
        means: 'The page of the link opens properly, but without the data of the place.',
        next: 'Compare the link with its source: it may be incomplete. Look also at the place itself in the view "Place": it may be closed or merged with another one.',
        notProven:
          'Not that this one review was removed: the link may be incomplete, or the whole place is not shown.',
      },
      no_rating: {
        means: 'The page has the part for the review, but no stars in it.',
        next: 'Check again later. If the result is the same, treat the review as not visible.',
        notProven: 'Not that the review was removed: its stars may be shown again.',
      },
    },
  },
};
