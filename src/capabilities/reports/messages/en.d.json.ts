declare const texts: {
};
export = texts;
