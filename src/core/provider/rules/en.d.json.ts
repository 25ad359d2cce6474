declare const texts: {
  readonly "missing": "there is no such file";
  readonly "unreadable": "the file cannot be read ({{code}})";
  readonly "special": "this is not a regular file";
  readonly "large": "the file is larger than {{most}} bytes";
  readonly "notJson": "{{fault}}";
  readonly "valid": "{{path}}: valid, entries: {{entries}}";
};
export = texts;
