// What may stand beside a person's words and is none of them: texts of these words alone are kept as they are.

const DATES = [
  ...'temu rok roku lata lat miesiąc miesiące miesięcy miesiąca tydzień tygodnie tygodni dzień dni wczoraj'.split(
    ' ',
  ),
  ...'dzisiaj godzinę godziny godzin minutę minuty minut sekundę sekundy sekund chwilę przed edytowano'.split(
    ' ',
  ),
  ...'ago a an year years month months week weeks day days hour hours minute minutes second seconds'.split(
    ' ',
  ),
  ...'just now edited yesterday today in on w serwisie'.split(' '),
  ...'vor einem einer jahr jahren monat monaten woche wochen tag tagen stunde stunden bearbeitet'.split(' '),
  ...'il y mois an ans semaine semaines jour jours heure heures modifié'.split(' '),
];
const AUTHORS = [
  ...'lokalny przewodnik opinia opinie opinii zdjęcie zdjęcia zdjęć poziom'.split(' '),
  ...'local guide level review reviews photo photos avis rezension rezensionen foto fotos'.split(' '),
];
const CONTROLS = [
  ...'gwiazdka gwiazdki gwiazdek gwiazdkę star stars ocena więcej mniej udostępnij lubię lubi to'.split(' '),
  ...'odpowiedź od właściciela response from the owner share like more less zdjęcie użytkownika opinię'.split(
    ' ',
  ),
  ...'działania dla opinia autora przetłumaczone przez tłumaczenie pokaż oryginał translated by see'.split(
    ' ',
  ),
  ...'szczegóły miejsca place details polub nr zdjęcie opinii autora wiadomość'.split(' '),
];
const SOURCES = ['google', 'tripadvisor', 'booking', 'com', 'hotels', 'expedia', 'agoda', 'trip'];

const ALLOWED = new Set([...DATES, ...AUTHORS, ...CONTROLS, ...SOURCES]);

/** True for a text of known words and numbers of up to four digits only, as dates, badges and buttons are. */
export function isAllowedText(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  return words.every((word) => (/^\d/.test(word) ? word.length <= 4 : ALLOWED.has(word)));
}

/** True for a code of the provider: a language, an enumeration, a short key. */
export function isCode(text: string): boolean {
  return /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/.test(text) || /^(?:E:)?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text);
}
