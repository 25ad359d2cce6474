declare const texts: {
  readonly "tooManyRecords": "The client has more than {{most}} watches, and one file has at most {{most}} records. Export the watches one by one.";
};
export = texts;
