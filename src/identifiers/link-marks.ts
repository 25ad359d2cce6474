import { type DataField, dataFields, textOfField } from './data-parameter.js';
import { type Coordinates, coordinatesOf, NO_MARKS, type PlaceMarks, parseMid } from './place-marks.js';

const VIEW = /^@(-?\d{1,2}(?:\.\d{1,20})?),(-?\d{1,3}(?:\.\d{1,20})?)(?:,|$)/;

/**
 * Marks of the place in the path behind `/maps/place/`, besides the name. The pin is the place itself. `@lat,lng` is
 * only the middle of the map, which an open side panel moves by some 200 m at the usual zoom: it replaces a missing
 * pin, and is more likely to miss the place than to confirm a wrong one. places.md §2
 */
export function marksOfPath(path: readonly string[]): PlaceMarks {
  const { mid, at } = marksOfData(path);
  return { mid, at: at ?? viewOf(path) };
}

/** Marks of the place in a place URL, without the view `@lat,lng`. */
export function marksOfPlaceUrl(url: URL): PlaceMarks {
  const [root, section, ...rest] = url.pathname.split('/').filter((segment) => segment !== '');
  return root === 'maps' && section === 'place' ? marksOfData(rest) : NO_MARKS;
}

function marksOfData(path: readonly string[]): PlaceMarks {
  const fields = dataFields(path);
  return { mid: midOf(fields), at: pinOf(fields) };
}

/** `!16s%2Fg%2F…`, or `!16z` with base64: the value at the place's own path, else the only value. */
function midOf(fields: readonly DataField[]): string | null {
  const all = fields.filter(({ path }) => /(?:^|\.)16$/.test(path));
  const own = all.filter(({ path }) => path === '4.3.16');
  return only((own.length > 0 ? own : all).map((field) => parseMid(textOfField(field))));
}

/** `!3d<lat>!4d<lng>` side by side: the pair at the place's own path, else the only pair. */
function pinOf(fields: readonly DataField[]): Coordinates | null {
  const pairs = fields.flatMap((field, index) => {
    const next = fields[index + 1];
    const parent = /^(.*\.)?3$/.exec(field.path);
    if (parent === null || field.type !== 'd' || next?.type !== 'd') return [];
    const isPair = next.path === `${parent[1] ?? ''}4`;
    return isPair ? [{ path: field.path, at: coordinatesOf(degrees(field.value), degrees(next.value)) }] : [];
  });
  const own = pairs.filter(({ path }) => path === '4.3.8.3');
  return only((own.length > 0 ? own : pairs).map(({ at }) => at));
}

function viewOf(path: readonly string[]): Coordinates | null {
  for (const segment of path) {
    const [, lat, lng] = VIEW.exec(segment) ?? [];
    if (lat !== undefined && lng !== undefined) return coordinatesOf(Number(lat), Number(lng));
  }
  return null;
}

function degrees(text: string): number | null {
  const digits = text.replace(/[?&].*$/s, '');
  return /^-?\d{1,3}(?:\.\d{1,20})?$/.test(digits) ? Number(digits) : null;
}

function only<T>(found: readonly (T | null)[]): T | null {
  const [first = null, ...more] = found.filter((value) => value !== null);
  return more.length === 0 ? first : null;
}
