export const en = {
  watchOptions:
    'A watch has the fields subject, interval_hours, label, note, client and evidence; the request has an unknown field or an invalid value.',
  watchChangeEmpty:
    'Send at least one of label, note, client, interval_hours, evidence and paused, and no other field.',
  watchListNeeded: 'Send {"watches": [...]} with 1 to {{most}} subjects.',
  watchFieldTooLong: 'The field "{{name}}" has at most {{most}} characters.',
  intervalInvalid: '"interval_hours" must be a number from {{least}} to {{most}}.',
  severalPlaces:
    'The name fits several places ({{count}} were found). Send the link or the Place ID of one of them.',
  placeByName:
    'A search for the name in the link found "{{place}}", which may be another branch: the link has no id of its place. If it is the right place, send its Place ID, {{id}}; otherwise send the Place ID of the right one.',
  tooManyWatches: 'You may have at most {{most}} watches (WATCH_LIMIT). Remove a watch first.',
  authorInvalid:
    'The field "author" must be the id of an author (digits), or a link to the author\'s profile (…/maps/contrib/<id>).',
  valueRefused:
    'The request has a text or a number that cannot be stored, such as a text with the character U+0000.',
  authorForgotten:
    'The link leads to a review by an author whose data you had deleted (POST /api/forget-author). The review cannot be watched.',
  watchPaused: 'The watch is paused, so its subject is not checked. Resume the watch first.',
  cursorInvalid: 'The parameter "after" must be the value of "next" from an earlier answer.',
  notOneOf: 'The parameter "{{name}}" must be one of: {{values}}.',
  watchJustChecked:
    'The subject was checked less than {{minutes}} minutes ago. Retry-After says when it can be checked again.',
  watchWithoutDatabase:
    'This installation keeps no data, so it does not watch subjects. The operator can enable watches with a folder (DATA_DIR) or PostgreSQL (DATABASE_URL).',
  watchOnlyOnThisMachine:
    'Without API keys, this service watches subjects only for clients on its own machine. The operator can configure keys (API_KEYS).',
  watchDatabaseFails: 'The database of the watch cannot be used at the moment. Try again shortly.',
  watchDiskFull:
    'The disk of the service is nearly full, so it adds no watch and makes no check now. Delete watches or jobs, or try again later.',
  evidenceFolderFails: 'The folder of evidence packs cannot be used at the moment. Try again shortly.',
  watchNotFound: 'You have no watch, event or channel with this id.',
  ownerNotFound: 'There is no owner with this id.',
  watchExists: 'You watch this subject already: watch {{id}}.',
  eventMarks: 'Send {"ids": [...]} with 1 to {{most}} ids of events; "done": false takes the mark back.',
  clientUnknown: 'None of your watches has the client "{{client}}".',
  periodReversed: 'The day in "from" must not come after the day in "to".',
} as const;
