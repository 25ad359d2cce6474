import { roughTime } from '../../../core/texts/formats.js';
import type { CliTexts } from './pl.js';

/** The texts of the command line in English. */
export const en: CliTexts = {
  interrupted: 'Interrupted.',
  retry: (seconds, attempt, attempts) => `Next attempt in ${seconds} s (${attempt} of ${attempts}).`,
  commands: {
    completion: 'print a script by which a shell (bash, zsh, fish) completes commands and options on Tab',
    program:
      'Client of the place-lookup service: identifiers and details of places on the map, their reviews, and the visibility of reviews.',
    search: 'find the Place ID of a name, link, Place ID or CID',
    details: 'show the details of a place',
    all: 'find a place and show its details',
    convert: 'convert a Place ID to a CID (computed without the service), or a CID to a Place ID',
    reviews: 'list the reviews of a place: Place ID, link, CID or name',
    review: 'show the details of one review',
    check: 'check the visibility of the reviews in a list of links; - is standard input',
    places:
      'show the details of many places, from a list of names, links, CIDs and Place IDs; - is standard input',
    doctor: 'check from this machine whether the service still reads the map provider',
    jobs: 'jobs: long lists that the service works on without an open connection',
    jobsSubmit: 'begin a job with a list (as for check; - is standard input) and print its id',
    jobsStatus: 'show the state of a job',
    jobsList: 'list your jobs',
    jobsResults:
      'show the results of a job so far, earliest first; CSV and XLSX when the job has ended, in the order of the list',
    jobsFinish: 'end the waiting: links that wait for another attempt get their last failure as the result',
    jobsCancel: 'cancel a job; its results so far stay',
    jobsDelete: 'delete a job that has ended, with its results',
    watch: 'watch places and reviews, and show changes in what the map provider shows of them',
    watchAdd: 'watch a place (link, Place ID, CID or name) or a review (link), and print the id of the watch',
    watchList: 'list your watches; watches that need attention come first',
    watchImport: 'watch the places or reviews of a list (as for check; - is standard input)',
    watchLog: 'show the events of one watch or of all watches, earliest first',
    watchExport: 'save the record of a watch for a client (PDF, XLSX or JSON)',
    record:
      'record a page of the map provider on this machine, without data of people; for bug reports and tests',
    rules: 'rules: where the pages of the provider have each value',
    rulesPrint: 'print the rules: first the rules of a file or of PROVIDER_RULES, then the built-in rules',
    rulesCheck: 'check a rules file: exit code 0 when it is valid, otherwise 2 and lines FILE:LINE: fault',
    explain:
      'explain which rule reads each field of a recording, and where the recording has a missing value; offline',
    api: 'call any endpoint of the service and print its answer as the service sends it; the help of each command is in English',
    mcp: 'serve tools for language models (Model Context Protocol) on standard input and output',
    evidence:
      'save an evidence pack (ZIP) for each review, from links or from a list as in check; existing packs are not made again',
    backup:
      'copy the data of the service on this machine (DATA_DIR) into a new folder, also while the service runs, and check the copy',
    restore: 'copy a backup into the empty folder of data (DATA_DIR) of a service that does not run',
    verifyEvidence:
      'check an evidence pack, or each pack of a ZIP, offline: exit code 0 when it is unchanged, signed by a key of --public-key, and its verdict follows from its loads; 4 when only the key is not given; otherwise 1 and a line for each problem',
  },
  options: {
    column:
      'column with the links: its heading, its number from 1, or * for all; found by its content by default',
    headings: 'row with the headings, from 1; 0: the list has no headings; by default it is found',
    help: 'show help',
    version: 'show the version',
    api: 'address of the service (PLACE_LOOKUP_API)',
    key: 'API key; PLACE_LOOKUP_API_KEY is safer, because the list of processes shows options',
    language: 'language',
    retries:
      'how often in a row to repeat a request that the service refuses temporarily, or whose connection breaks; the pauses grow from 5 s to 5 min, and every new result starts the count again; 0: never',
    json: 'print JSON',
    ndjson: 'print JSON, one object per line',
    csv: 'print CSV with commas',
    xlsx: 'write an Excel workbook; in a folder it gets a name with the date',
    out: 'add each result to this NDJSON file as it arrives',
    maxPages: 'maximum number of pages of 200 reviews, 1–50 (default: 10)',
    minStars: 'minimum number of stars, 1–5',
    maxStars: 'maximum number of stars, 1–5',
    report:
      'also write an XLSX report for a client or a lawyer: no codes, the whole text of each review, and how it was checked; in a folder it gets a name with the date',
    resumeCheck: 'finish: check only the links without a result in --out',
    batch: 'links in one request',
    resumePlaces: 'finish: look up only the places without a result in --out',
    quick: 'one place, no list of reviews',
    place: 'Place ID, CID or link of a place to read; may be repeated',
    bundle: 'write the data for a bug report to a ZIP file; the command shows the data first',
    yes: 'write the file of --bundle without asking',
    jobType: 'what to do with the list',
    jobMaxPages: 'place-reviews: maximum number of pages of 200 reviews',
    jobMinStars: 'place-reviews: minimum number of stars',
    jobMaxStars: 'place-reviews: maximum number of stars',
    idempotencyKey: 'the same list with the same key makes no second job',
    follow: 'wait for results until the job ends',
    partial:
      'CSV and XLSX also before the job has ended, with the column "Waits for" for links without a result',
    jobOut: 'add the results to this NDJSON file; a file that was cut off is continued',
    body: 'the whole body as JSON; other options replace its fields',
    watchInterval: 'hours between two checks (default: places 24, reviews 6)',
    watchLabel: 'your own name',
    watchNote: 'your own note',
    watchEvidence:
      'when an evidence pack is made: on_loss (a review is no longer shown), always (also when it appears), never',
    watchState: 'only watches in this state',
    watchFind: 'only watches with this text in label, note or place',
    watchKind: 'what the list holds: place or review',
    watchLabels: 'heading of the column with your own names',
    watchFollow: 'wait for further events (Ctrl-C ends)',
    watchSince: 'only events after this number',
    watchLast: 'only the newest events, at most this many (1–1000)',
    watchTypes: 'only these types of events, separated by commas, such as review.not_visible,review.appeared',
    exportFormat: 'kind of file: pdf, xlsx or json',
    exportAll: 'the records of all watches',
    exportFrom: 'first day of the period, YYYY-MM-DD (default: the day when the watch was added)',
    exportTo: 'last day of the period, YYYY-MM-DD (default: today)',
    exportAuthors: 'authors: pseudonyms ("Author 1") or names (names and links)',
    exportOut: 'the file of one record, or a folder for the records (default: the current folder)',
    recordOut: 'folder to put the recording in',
    recordName: 'name of the recording',
    recordReviews: 'record the review list of a place, too',
    recordBatches: 'number of batches of 10 reviews, 1–50',
    anonymous: 'replace the data of the place, too',
    want: 'a value seen on the page; may be repeated',
    evidenceOut: 'folder for the evidence packs',
    blur: 'others: cover reviews by other authors in the pictures; none: cover nothing',
    publicKey: 'the public key of the service (PEM), which must have signed the pack',
    ca: 'trusted certificates of the time-stamping authority (PEM); by default the certificates of Node.js',
  },
  help: {
    words: {},
    oneOf: 'one of',
    default: 'default',
    exitCodes: `Exit codes:
  0    success
  1    failure: no connection to the service, a refusal, an answer that was cut, or a file that cannot be written
  2    usage error: an option, a file, or a request that the service does not accept; record: a block page
  3    no such place or job
  4    incomplete result: links without a result (check; repeat with --resume), or an incomplete list of reviews
       (reviews; stop_reason says why; a list that ends at the given --max-pages returns 0), or a job that still runs,
       was cancelled or has links without a result (jobs results), or an intact pack without --public-key
       (verify-evidence)
  130  ended by Ctrl-C (143: by SIGTERM)
  141  the reader of the output ended early (| head)`,
    lists:
      '\nThe list is an XLSX workbook, a CSV or a text. The command finds the column with the links, or in a text the links of\nevery line. The own columns of the list stay in CSV and XLSX to the left of the results, in the order of the list.\nLines that begin with # are ignored. Lines without a link are skipped, and their numbers are reported.',
    doctor:
      '\nRuns in a process of its own with the settings of the service (environment); the running service is not asked.\nExit codes: 0 all is well, 1 a check needs attention, 2 the service cannot work properly.',
    examples: 'Examples:',
  },
  examples: {
    links: 'links',
    results: 'results',
    report: 'report',
    reviews: 'reviews',
    places: 'places',
    evidence: 'evidence',
    name: '"Pierogi, Cracow"',
  },
  misuse: {
    address: (api) => `--api: '${api}' is not an address such as http://127.0.0.1:3000.`,
    key: 'The API key contains characters that are not allowed.',
    textOrJson: (command) => `The command ${command} can print only text or JSON (--json).`,
    value: (flags, value, allowed) =>
      `error: option '${flags}': invalid value '${value}'. Allowed: ${allowed}.`,
    suggestion: (names) => `(Did you mean ${names}?)`,
    error: 'error',
    unknownCommand: (name) => `unknown command '${name}'`,
    unknownOption: (flag) => `unknown option '${flag}'`,
    missingArgument: (name) => `missing argument '${name}'`,
    excessArguments: (name, expected, given) =>
      `too many arguments for '${name}': expected ${expected}, got ${given}`,
    missingValue: (flags) => `option '${flags}' requires a value`,
    conflict: (first, second) => `option '${first}' cannot be used with option '${second}'`,
  },
  failures: {
    system: {
      codes: {},
      phrases: [],
      unknown: (message) => message,
    },
    cutByService: 'The service ended its answer early.',
    details: 'Details',
    code: 'Code',
    hints: {
      review:
        'The command review shows a review, and the command check checks the visibility of many reviews.',
      place: 'The command all shows a place.',
      unauthorized: 'Set the key in PLACE_LOOKUP_API_KEY or with --key.',
      offline: (base) =>
        `Check that the service runs at ${base}. Set another address with --api or in PLACE_LOOKUP_API.`,
      unexpected: (base) => `Check that place-lookup runs at ${base}, in a compatible version.`,
      jobs_unavailable: 'Shorter lists of review links can be checked without a job, by the command check.',
    },
    settings: (_settings, message) => message,
  },
  files: {
    otherLine: (path, line, command) =>
      `${path}: line ${line} is not a result of ${command}. Choose another file.`,
    failed: (path, reason) => `Result file ${path}: ${reason}`,
    outputFailed: 'Cannot write the output',
    cannotWrite: (file, reason) => `Cannot write ${file}: ${reason}`,
    written: (file, rows) => `Written: ${file}${rows === null ? '' : ` (rows: ${rows})`}.`,
  },
  queries: {
    wrongCid: (reason) => reason,
    wrongId: (reason) => reason,
    notPlaceId: (text, command) =>
      `The command details takes a Place ID, but '${text}' is not a Place ID. For a name, link or CID: ${command}`,
    noCid: 'This Place ID contains no CID.',
    isReview: (command) => `This is a link to a review, not to a place. For the review: ${command}`,
    isName: (command) =>
      `The command review takes a link to a review, but this text has no link. For the place with this name: ${command}`,
    isPlace: (command) => `This is a place, not a review. For the place: ${command}`,
  },
  list: {
    left: (entries, seconds) => `${entries} remain, about ${roughTime('en', seconds)}`,
    columnRead: (columns) => `Read: ${columns}. Choose another column with --column.`,
    passedOver: (columns) =>
      `Links in other columns are not read: ${columns}. Choose the column with the links with --column.`,
    headings: (line, names) =>
      `The headings are in row ${line}: ${names}. The rows above them are a title. To choose another row, add --headings.`,
    noHeadings: (line, file) =>
      `${file} has no table with headings in row ${line}. Give the number of the row, from 1, or 0 for a list without headings.`,
    noColumn: (column, file) =>
      `${file} has no column "${column}" with links. Give its heading or its number, counted from 1.`,
    unreadable: (file, reason) => `Cannot read the file ${file}: ${reason}`,
    notText: (file) =>
      `${file} is neither an .xlsx workbook nor a text file of a known encoding. Save the list as XLSX, "CSV UTF-8" or text.`,
    noLinks: (file) => `There is no link in ${file}.`,
    noPlaces: (file) => `There is no place in ${file}.`,
    noIds: (file) => `There is no Place ID in ${file}.`,
    skippedLinks: (count, numbers) => `Lines without a link, skipped: ${count} (no. ${numbers}).`,
    skippedPlaces: (count, numbers) => `Lines without a place, skipped: ${count} (no. ${numbers}).`,
    notWorkbook: (file) =>
      `${file} is not an Excel workbook (.xlsx) that can be read. Save the list as XLSX, CSV or text.`,
    tooLarge: (file) => `The workbook ${file} is too large. Save the sheet with the links as CSV.`,
    resumeNeedsOut: '--resume requires --out.',
    resume: (out) => `The results are saved in ${out}. To finish, repeat the command with --resume.`,
    sameFile: (file) => `Two options name the same file: ${file}.`,
    isTheList: (file) => `${file} is the list itself. Choose another file for the results.`,
    holdsResults: (out) =>
      `${out} already contains results. Add --resume to add the missing results, or choose another file.`,
    undated: (count) => `without a date: ${count}`,
    earlier: (count, days) => ` Of these, results older than this run: ${count} (${days}).`,
  },
  labels: {
    type: 'Type',
    state: 'State',
    links: 'Links',
    done: 'Done',
    visible: 'Visible',
    notVisible: 'Not visible',
    noResult: 'No result',
    created: 'Created',
    ended: 'Ended',
    estimatedEnd: 'Estimated end',
    linksPerMinute: 'Links per minute',
    retrying: 'Retries',
    nextAttempt: 'Next attempt',
    keptUntil: 'Results kept until',
    progress: 'Progress',
    failures: 'Failures',
    place: 'Place',
    query: 'Query',
    kind: 'Kind',
    direction: 'Direction',
    review: 'Review',
    reviewLink: 'Review link',
    isVisible: 'Visible',
    reason: 'Reason',
    reasonCode: 'Reason code',
    author: 'Author',
    stars: 'Stars',
    date: 'Date',
    reviewText: 'Review text',
    placeName: 'Place',
    authorReviews: "Author's reviews",
    guideLevel: 'Local guide level',
    checkedAt: 'Checked at',
    notices: 'Notices about the place',
    candidates: 'Candidates',
    error: 'Error',
    errorCode: 'Error code',
  },
  check: {
    summary: ({ total, visible, not_visible: notVisible, failed, missing }) => {
      const left = missing === 0 ? '' : `, not checked: ${missing}`;
      return `Links: ${total}. Visible: ${visible}, not visible: ${notVisible}, no result: ${failed}${left}.`;
    },
    progress: 'Checking',
    pause: (missing, seconds, attempt, attempts) =>
      `No result yet: ${missing}. Next attempt in ${seconds} s (${attempt} of ${attempts}).`,
    title: 'Review visibility',
    visible: '✓ visible    ',
    notVisible: '✗ not visible',
    edited: 'edited',
    author: 'author',
    fromLink: 'From the link',
    nothingToReport: (file) => `The report ${file} was not written, because no link has a result.`,
  },
  evidence: {
    title: 'Evidence packs',
    progress: 'Packs',
    link: 'Link',
    state: 'State',
    file: 'File',
    states: { made: 'saved   ', exists: 'exists  ', failed: 'none    ' },
    summary: ({ total, made, exists, failed, missing }) => {
      const left = missing === 0 ? '' : `, not begun: ${missing}`;
      return `Links: ${total}. Packs saved: ${made}, existing already: ${exists}, not made: ${failed}${left}.`;
    },
  },
  places: {
    summary: ({ total, found, failed, missing }) => {
      const left = missing === 0 ? '' : `, not looked up: ${missing}`;
      return `Places: ${total}. Found: ${found}, no result: ${failed}${left}.`;
    },
    progress: 'Looking up',
    title: 'Places',
    dateUnknown: 'date unknown',
    firstOf: (candidates) => ` (first of ${candidates})`,
  },
  reviews: {
    complete: 'complete',
    title: 'Reviews',
    progress: 'Reading reviews',
    incomplete: 'The list is incomplete.',
    of: (read, total) => `${read} of ${total}`,
    more: ' (for more: --max-pages)',
    filtered: (shown) => `After the filter: ${shown}.`,
    read: 'Reviews read',
    checkedAt: (time) => `Checked at: ${time}.`,
    authorReviews: (count) => `reviews of the author: ${count}`,
    guide: 'local guide',
    photos: 'photos',
    likes: 'likes',
    ownerReplied: 'has a reply of the owner',
  },
  jobs: {
    counts: (done, total, failed, verdicts) => {
      const visible =
        verdicts === null ? '' : ` Visible: ${verdicts.visible}, not visible: ${verdicts.notVisible}.`;
      return `Done: ${done} of ${total}.${visible} No result: ${failed}.`;
    },
    accepted: (total, id) =>
      `The job is accepted, number of links: ${total}. Results: place-lookup jobs results ${id} --follow`,
    maybeMade: (key) =>
      `It is unknown whether the job was made. Repeat the command with --idempotency-key ${key}, so that no second job is made.`,
    emptyRowsKept: (rows) => `Rows without a link: ${rows}. They keep their places in the results.`,
    wrongKey: '--idempotency-key: 1 to 255 visible ASCII characters are allowed.',
    parametersOfReviews: '--max-pages, --min-stars and --max-stars require --type place-reviews.',
    cancelFirst: (id) => `Job ${id} has not ended. Cancel it first: jobs cancel ${id}.`,
    count: (jobs) => `Jobs: ${jobs}.`,
    notEnded: (counts) =>
      `The job has not ended. ${counts} CSV and XLSX need all results: add --follow, or --partial for a file with the results so far, or choose --ndjson.`,
    fetchOthers: (out) =>
      `The results are saved in ${out}. To fetch the remaining results, repeat the command.`,
    results: 'Results',
    notResults: (path) => `${path} does not contain results of a job. Choose another file.`,
    otherJob: (out) => `${out} contains the results of another job. Choose another file.`,
    job: 'Job',
    title: 'Jobs',
    reviews: 'reviews',
  },
  watch: {
    title: 'Watched',
    added: (id) => `The watch has begun. Events: place-lookup watch log ${id} --follow`,
    count: (total) => `Watches: ${total}.`,
    counts: (visible, notVisible) => `Visible: ${visible ?? '–'}, not visible: ${notVisible ?? '–'}.`,
    exportWhich: 'Give the ids of watches, or --all.',
    exporting: 'Records',
    states: {
      new: 'new',
      watching: 'watching',
      visible: 'visible',
      not_visible: 'not visible',
      never_visible: 'not visible from the start',
      trouble: 'checks fail',
      paused: 'paused',
    },
    labels: {
      label: 'Label',
      note: 'Note',
      subject: 'Place ID or link',
      interval: 'Hours between checks',
      rating: 'Rating',
      count: 'Review count',
      unconfirmed: 'To be confirmed',
      notSeenLately: 'Not seen lately',
      coverage: 'Reviews that the list has',
      nextCheck: 'Next check',
      lastEvent: 'Last event',
      trouble: 'Why checks fail',
      twin: 'Duplicate of watch',
      added: 'Added',
      existing: 'Watched already',
      refused: 'Refused',
      number: 'No.',
      event: 'Event',
      events: 'Events',
      watch: 'Watch',
    },
  },
  doctor: {
    bundleContent: (file) => `Content of ${file}:`,
    needsYes: (file) => `${file} is not written: without a terminal, --yes is needed.`,
    question: (file, answers) => `Write this to ${file}? [${answers}] `,
    notWritten: (file) => `${file} is not written.`,
    quick: 'Quick check: up to 4 page loads…',
    full: 'Check: up to 2 minutes and 15 page loads…',
  },
  record: {
    steps: {
      resolving: 'Reading the link…',
      opening: 'Opening the page…',
      listing: 'Reading the review list…',
    },
    consent:
      'The consent page was recorded: it could not be declined, so the pages behind it cannot be reached.',
    written: (answers) =>
      `The recording is written, number of answers: ${answers}. Data of people is replaced by invented data. Look through the files before you pass them on.`,
    blocked: (seen) =>
      `The map provider blocks automatic visits from this address at the moment. Nothing was written.${seen} Wait, then try again.`,
    unwritable: (folder, reason) => `Cannot write the recording to ${folder}: ${reason}`,
    noPage: 'The map provider shows no such page.',
    failed: (reason) => `The page could not be recorded. ${reason}`,
    seen: (seen) => ` Seen: ${seen}.`,
  },
};
