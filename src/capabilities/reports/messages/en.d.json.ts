declare const texts: {
  readonly "recordsOfWhat": "Send {\"client\": …} or {\"ids\": [...]} with 1 to {{most}} ids of watches, and no other fields than from, to, lang and authors.";
  readonly "tooManyRecords": "The client has more than {{most}} watches, and one ZIP has at most {{most}} records. Ask for them in parts, by \"ids\".";
  readonly "recordsAtOnce": "One client may ask for at most {{most}} ZIPs of records at once ({{setting}}). Try again when one of these requests has ended.";
};
export = texts;
