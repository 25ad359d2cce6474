import { z } from 'zod';

const cid = z.string().regex(/^\d{1,20}$/);
const unknownable = 'null when the map provider does not say';
const count = (meaning: string) => z.number().int().min(0).nullable().describe(`${meaning}; ${unknownable}`);

/**
 * The place details object. All eleven fields are always present; what the provider does not say is null,
 * never 0. Counts are 0 only when the provider's page says that there are no reviews.
 */
export const placeDetails = z
  .object({
    cid: cid.nullable().describe('CID, decimal digits; null for the rare place that has none'),
    nazwa_wizytowki: z.string().nullable().describe(`Name of the business listing; ${unknownable}`),
    adres: z.string().nullable().describe('Address; null for a place that shows none'),
    kategoria: z.string().nullable().describe(`Main category; ${unknownable}`),
    srednia_ocen: z
      .number()
      .min(1)
      .max(5)
      .nullable()
      .describe('Average rating; null without reviews or when not shown'),
    liczba_opinii: count('Total number of reviews'),
    liczba_5_gwiazdek: count('Count of 5-star reviews'),
    liczba_4_gwiazdek: count('Count of 4-star reviews'),
    liczba_3_gwiazdek: count('Count of 3-star reviews'),
    liczba_2_gwiazdek: count('Count of 2-star reviews'),
    liczba_1_gwiazdka: count('Count of 1-star reviews'),
  })
  .meta({ id: 'PlaceDetails' });
