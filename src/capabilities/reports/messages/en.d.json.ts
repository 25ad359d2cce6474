declare const texts: {
  readonly "dayInvalid": "The parameter \"{{name}}\" must be a day, YYYY-MM-DD.";
  readonly "periodReversed": "The day in \"from\" must not come after the day in \"to\".";
};
export = texts;
