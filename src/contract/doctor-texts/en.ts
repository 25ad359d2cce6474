import type { DoctorTexts } from './texts.js';

const RECORD = 'Record the page with "place-lookup record" and report it, with the file of --bundle.';
const LATER = 'Try again later. If it stays so, see "When the provider changes" in docs/operation.md.';

/** The texts of the doctor in English. */
export const en: DoctorTexts = {
  states: {
    ok: 'All is well.',
    degraded: 'The service works, but not everything is as it should be.',
    failing: 'The service cannot work properly.',
    unknown: 'No check has been made yet.',
  },
  statuses: { ok: 'OK', warn: 'attention', fail: 'fault', skipped: 'skipped' },
  checks: {
    node: 'Node.js',
    chromium: 'Chromium',
    sandbox: 'Sandbox of Chromium',
    rules: 'Rules',
    egress: 'Way to the map provider',
    dns: 'DNS',
    tls: 'TLS',
    consent: 'Consent page',
    block_page: 'Block page',
    place_fields: 'Place: fields',
    place_view: 'Place: view',
    fast_path: 'HTTP fast path',
    search: 'Search by name',
    cid: 'Lookup by CID',
    short_links: 'Share links',
    reviews_batches: 'Reviews: first batches',
    reviews_order: 'Reviews: order',
    reviews_count: 'Reviews: count',
    review_visible: 'Visible review',
    review_made_up: 'Made-up review',
    http_cache: 'HTTP cache',
  },
  findings: {
    as_expected: { seen: 'As expected.' },
    skipped_quick: { seen: 'Not part of the quick check.' },
    skipped_setting: { seen: 'Does not apply with these settings.' },
    skipped_no_loads_left: { seen: 'Not checked: the page loads of this run were used up.' },
    skipped_no_time_left: {
      seen: 'Not checked: the time of this run was over.',
      advice: 'Raise PROVIDER_LOADS_PER_MINUTE if it is low, or check when the service has less to do.',
    },
    skipped_blocked: { seen: 'Not checked: the map provider shows a block page.' },
    skipped_needs_other: { seen: 'Not checked: another check that it needs did not succeed.' },
    failed: {
      seen: (value) => `Failed: ${value('error')} (unknown form: ${value('drift')}).`,
      advice: LATER,
    },
    node_version: { seen: (value) => `Version ${value('version')}.` },
    node_too_old: {
      seen: (value) => `Version ${value('version')}; at least ${value('needed')} is needed.`,
      advice: 'Install a newer Node.js.',
    },
    chromium_version: { seen: (value) => `Version ${value('version')}, ${value('days')} days old.` },
    chromium_old: {
      seen: (value) => `Version ${value('version')}, ${value('days')} days old: it lacks security fixes.`,
      advice: 'Rebuild the image, or update Chromium.',
    },
    chromium_unavailable: {
      seen: 'Chromium does not start or does not answer.',
      advice: 'Run "npm run setup", or set CHROMIUM_PATH. The log names the reason.',
    },
    sandbox_on: { seen: 'In use.' },
    sandbox_off_by_setting: { seen: 'Off, by CHROMIUM_SANDBOX=off.' },
    sandbox_off: {
      seen: 'Chromium runs without its sandbox.',
      advice: 'Do not run the service as root. In a container use deploy/seccomp.json (docs/deployment.md).',
    },
    sandbox_unknown: { seen: 'Unknown: Chromium was not started.' },
    rules_built_in: { seen: (value) => `Built-in rules, fingerprint ${value('fingerprint')}.` },
    rules_operator: {
      seen: (value) =>
        `Rules of PROVIDER_RULES before the built-in ones, fingerprint ${value('fingerprint')}.`,
    },
    egress_direct: { seen: 'Direct.' },
    egress_upstream: { seen: 'Through UPSTREAM_PROXY.' },
    egress_override: { seen: 'EGRESS_OVERRIDE: this is not the real map provider.' },
    dns_resolved: { seen: (value) => `Resolved, addresses: ${value('addresses')}.` },
    dns_private: {
      seen: 'The host of the map provider resolves to an address that is not public.',
      advice: 'Check the DNS server of this machine: it redirects the map provider.',
    },
    dns_failed: {
      seen: 'The host of the map provider cannot be resolved.',
      advice: 'Check the DNS server and the network of this machine.',
    },
    tls_valid: {
      seen: (value) => `${value('protocol')}, the certificate is valid for ${value('days')} more days.`,
    },
    tls_expires_soon: {
      seen: (value) => `${value('protocol')}, the certificate is valid for only ${value('days')} more days.`,
      advice:
        'Check the clock of this machine. If it is right, something stands between it and the map provider.',
    },
    tls_unchecked: { seen: 'Connected. Certificates are not checked with EGRESS_OVERRIDE.' },
    tls_failed: {
      seen: 'No trusted connection to the map provider.',
      advice: 'Check firewall, proxy and clock. A proxy that opens TLS cannot be used.',
    },
    consent_not_met: { seen: 'Not shown.' },
    consent_known: { seen: 'Not shown: the choice was made before.' },
    consent_declined: { seen: (value) => `Shown and declined, times: ${value('times')}.` },
    consent_stuck: {
      seen: (value) => `Shown and not declined, times: ${value('times')}. Its form may have changed.`,
      advice: RECORD,
    },
    block_page_none: { seen: 'Not shown.' },
    block_page_met: {
      seen: (value) => `The map provider limits visits from this address. Wait: ${value('seconds')} s.`,
      advice: 'Wait. If it stays so, lower PROVIDER_LOADS_PER_MINUTE (docs/operation.md).',
    },
    fields_all: { seen: (value) => `All fields found (${value('found')} of ${value('all')}).` },
    fields_missing: {
      seen: (value) => `Fields found: ${value('found')} of ${value('all')}.`,
      advice: RECORD,
    },
    fields_none: { seen: 'The place opened, but no field could be read.', advice: RECORD },
    place_not_shown: {
      seen: 'The map provider does not show this place.',
      advice: 'It may be gone. Name another place with --place or in DOCTOR_PLACES.',
    },
    places_none: { seen: 'None of the places could be read.', advice: LATER },
    place_other: {
      seen: 'The map provider showed another place.',
      advice: 'The Place ID may be out of date. Name another place with --place or in DOCTOR_PLACES.',
    },
    view_full: { seen: 'Full view.' },
    view_limited: {
      seen: 'Limited view: no count, star counts or reviews.',
      advice:
        'The map provider shows it to signed-out visitors at times. Try again later, or from another address.',
    },
    fast_path_equal: { seen: 'Same answer as the rendered page.' },
    fast_path_differs: {
      seen: (value) => `Differs from the rendered page in: ${value('differing')}.`,
      advice: 'Counts may change between two loads. If it stays so, set LIGHT_LANE=off and report it.',
    },
    fast_path_undecided: {
      seen: (value) => `No answer without rendering (${value('outcome')}): pages are rendered instead.`,
      advice: 'Answers take longer, nothing else. If it stays so, report it with the file of --bundle.',
    },
    search_found: { seen: 'Finds the place.' },
    search_other: { seen: 'Finds another place first.', advice: RECORD },
    search_nothing: { seen: 'Finds nothing.', advice: RECORD },
    cid_found: { seen: 'Finds the place.' },
    cid_other: { seen: 'Finds another place.', advice: RECORD },
    cid_nothing: { seen: 'Finds nothing.', advice: RECORD },
    link_followed: { seen: 'The link leads to a place.' },
    link_other: { seen: 'The link leads to another place.', advice: 'Check the link.' },
    host_reachable: { seen: 'Reachable. No link is known to try; name one with --place.' },
    host_unreachable: {
      seen: 'Cannot be reached.',
      advice: 'Check firewall and proxy: share links of this host fail.',
    },
    batches_read: {
      seen: (value) =>
        `Batches: ${value('batches')}, reviews: ${value('reviews')}, frames: ${value('frames')}.`,
    },
    batches_unread: {
      seen: (value) =>
        `Batches: ${value('batches')}, reviews: ${value('reviews')}, not readable: ${value('unread')}, frames: ${value('frames')}, end: ${value('end')}.`,
      advice: RECORD,
    },
    batches_none: {
      seen: (value) => `No review could be read; frames: ${value('frames')}, end: ${value('end')}.`,
      advice: RECORD,
    },
    order_newest: { seen: (value) => `Newest first (${value('reviews')} reviews).` },
    order_mixed: {
      seen: (value) =>
        `Not newest first: ${value('misplaced')} of ${value('reviews')} reviews are out of order.`,
      advice: RECORD,
    },
    order_unknown: { seen: 'The dates of the reviews could not be read.', advice: RECORD },
    count_plausible: { seen: (value) => `The place counts ${value('total')}, read: ${value('read')}.` },
    count_short: {
      seen: (value) => `The place counts ${value('total')}, but the list has ${value('read')}.`,
      advice: 'The list may be cut. Lists are not said to be complete then.',
    },
    count_unknown: { seen: 'The place does not say how many reviews it has.', advice: LATER },
    review_in_full: { seen: 'Seen in full: card, rating and record.' },
    review_in_part: {
      seen: 'Visible, but not in full: it cannot be used as a control.',
      advice: `Without a control, "not visible" is not said. ${RECORD}`,
    },
    review_not_shown: {
      seen: 'A review from the list is not shown on its own page.',
      advice: LATER,
    },
    review_none: { seen: 'No review in the list names its own page.', advice: RECORD },
    made_up_absent: { seen: (value) => `Not visible (${value('reason')}), proven by a control.` },
    made_up_visible: {
      seen: 'A review that does not exist is reported as visible.',
      advice: 'Do not use visibility checks, and report this with the file of --bundle.',
    },
    made_up_unproven: {
      seen: 'Reported as not visible without a control, by the words of the page alone.',
      advice: 'Name reviews that are known to be visible in CONTROL_REVIEWS.',
    },
    made_up_undecided: { seen: 'No verdict, and no false one.' },
    cache_not_allowed: {
      seen: (value) => `No document or data comes from a cache (answers: ${value('answers')}).`,
    },
    cache_bypassed: {
      seen: (value) =>
        `Documents or data that may be cached: ${value('answers')}. They are asked for anew each time.`,
    },
  },
  run: (quick, seconds, loads) =>
    `${quick ? 'Quick check' : 'Full check'}: ${seconds} s, page loads: ${loads}.`,
  found: 'found',
  missing: 'missing',
  advice: 'What to do',
};
