declare const texts: {
  readonly "wantExpected": "field=value is expected, with a field of the API";
  readonly "notARecording": "This is not a recording: {{what}}";
  readonly "notRead": "not read";
  readonly "ofRulesFile": " (rules file)";
  readonly "readBy": "read by";
  readonly "notFound": "not found";
  readonly "rulesThatFit": "rules that fit, the best first:";
};
export = texts;
