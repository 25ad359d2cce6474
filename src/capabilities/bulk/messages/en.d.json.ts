declare const texts: {
  readonly "reviewLinksNeeded": "Send {\"urls\": [...]} with 1 to {{most}} review links.";
  readonly "bulkChecksAtOnce": "One client may run at most {{most}} bulk checks at once. Try again when a bulk check has ended.";
};
export = texts;
