import { Buffer } from 'node:buffer';

/** The answer of /details about the place in the body of a place answer: paths into its array, no checks. */
export function placeFields(body) {
  const place = JSON.parse(body.slice(body.indexOf('\n') + 1))[6];
  const [hi, lo] = place[10].split(':').map(BigInt);
  const stars = place[175]?.[3] ?? [];
  return {
    place_id: placeId(hi, lo),
    details: {
      cid: lo.toString(),
      nazwa_wizytowki: place[11].trim(),
      adres: place[39]?.trim() ?? null,
      kategoria: place[13]?.[0] ?? null,
      srednia_ocen: place[4]?.[7] ?? null,
      liczba_opinii: place[4]?.[8] ?? null,
      liczba_5_gwiazdek: stars[4] ?? null,
      liczba_4_gwiazdek: stars[3] ?? null,
      liczba_3_gwiazdek: stars[2] ?? null,
      liczba_2_gwiazdek: stars[1] ?? null,
      liczba_1_gwiazdka: stars[0] ?? null,
    },
  };
}

function placeId(hi, lo) {
  const bytes = Buffer.alloc(20);
  bytes.set([0x0a, 0x12, 0x09]);
  bytes.writeBigUInt64LE(hi, 3);
  bytes[11] = 0x11;
  bytes.writeBigUInt64LE(lo, 12);
  return bytes.toString('base64url');
}
