declare const texts: {
  readonly "line": "Line";
  readonly "noResult": "No result";
  readonly "cancelled": "the job was cancelled";
  readonly "sheet.places": "Places";
  readonly "sheet.reviews": "Reviews";
};
export = texts;
