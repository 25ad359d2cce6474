export const en = {
  'packs.title': 'Your evidence packs',
  'packs.client': 'Client',
  'packs.place': 'Place',
  'packs.author': 'Author of the review',
  'packs.stars': 'Stars',
  'packs.at': 'Found',
  'packs.file': 'File',
  'packs.check': 'Check',
  'packs.get': 'Download',
  'packs.search': 'Find a client, place or author',
  'packs.all': 'Show all ({{value}})',
  'packs.none': 'No pack fits.',
  'packs.empty':
    'There is no pack now. The service makes one if a watch asks for it. For a single review, make a pack in the results of a list.',
  'packs.emptyCut':
    'The newest {{value}} losses have no pack. The packs of older ones are with their clients.',
  'packs.cut': 'The packs of the newest {{value}} losses are shown. Older ones are with their clients.',
  'author.title': 'Forget an author',
  'author.about':
    'This page shows what your watches store about the author of reviews, for example when that person asks. Then you can delete these data. With another key or team, do the same there.',
  'author.field': 'Link to the profile or number of the author',
  'author.show': 'Show what is stored',
  'author.invalid': 'This is neither a link to a profile (…/maps/contrib/…) nor the number of an author.',
  'author.nothing': 'Your watches store nothing about this author.',
  'author.stored':
    'Stored: reviews {{reviews}}, changes {{events}}, evidence packs {{packs}}, watches of single reviews {{watches}}.',
  'author.forgottenAt': 'Forgotten {{at}}. Since then your watches store nothing about this author.',
  'author.unnamed': 'place without a name',
  'author.watched': 'watch of a single review',
  'author.seen': 'seen from {{from}} to {{to}}',
  'author.file': 'Download (JSON)',
  'author.fileName': 'author-data',
  'author.forget.title': 'Forget the author {{who}}?',
  'author.forget.what':
    'Deletes the reviews of the author with their changes and evidence packs, and watches of single reviews of the author. Later checks store nothing about the author. This cannot be undone, and does not reach: lists (deleted after 72 hours), downloaded files, messages that were sent, backups, packs of other reviews whose pages show the author, reviews without the id of the author, texts of others that name the author, and reviews that the administrator wrote into CONTROL_REVIEWS.',
  'author.forget.keep': 'Do not forget',
  'author.forget.go': 'Forget',
  'author.done':
    'Deleted about the author {{who}}: reviews {{reviews}}, changes {{events}}, evidence packs {{packs}}, watches {{watches}}.',
} as const;
