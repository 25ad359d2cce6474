import { expect } from '@playwright/test';
import { z } from 'zod';
import { readExpected } from '../../fixtures/provider/cases.js';
import { loadRecording, playableFolders } from '../../fixtures/provider/recorded.js';
import type { RecordingCase } from '../../fixtures/record/recording.js';
import { test } from '../support/service.js';

// Recordings of `npm run record` from the stand-in, which serves the recorded documents and answers at their addresses.
// Those of the real provider are read by test/extractors/recorded.spec.ts only.

const expected = z.object({ data: z.looseObject({ place_id: z.string().optional() }) });

for (const name of playableFolders()) {
  test(`${name}: the service reads in the browser what the extractors read`, async ({ standIn, service }) => {
    const recording = loadRecording(name);
    const { data } = expected.parse(readExpected(name));
    // Nothing but the recorded page: no invented place stands in for an answer.
    standIn.set({ cases: [], recorded: recording });
    const { status, body } = await service.get(pathOf(recording.about, data.place_id ?? ''));
    expect(status).toBe(200);
    const { extracted_at, ...wanted } = 'extracted_at' in data ? data : { ...data, extracted_at: null };
    expect(body).toMatchObject({ status: 'success', data: wanted });
  });
}

function pathOf({ kind, link }: RecordingCase, placeId: string): string {
  switch (kind) {
    case 'place':
      return `/api/details?placeid=${placeId}`;
    case 'search':
      return `/api/search?query=${encodeURIComponent(link)}`;
    case 'reviews':
      return `/api/place-reviews?placeid=${placeId}`;
    case 'review':
      return `/api/review-details?url=${encodeURIComponent(link)}`;
    case 'consent':
      throw new Error('a consent page cannot be asked for');
  }
}
