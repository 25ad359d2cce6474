declare const texts: {
  readonly "line": "Line";
  readonly "noResult": "No result";
  readonly "waitsFor": "Waits for";
  readonly "cancelled": "the job was cancelled";
  readonly "anotherAttempt": "another attempt";
  readonly "firstAttempt": "its first attempt";
  readonly "sheet.places": "Places";
  readonly "sheet.reviews": "Reviews";
};
export = texts;
