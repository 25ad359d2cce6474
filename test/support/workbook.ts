import { expect } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import type { CellValue } from '../../src/kit/lists/table.js';
import { filledSheet, workbookBlob } from '../../src/kit/lists/write-xlsx.js';

/** A workbook of these rows; the first one is texts. */
export async function workbookOf(rows: readonly (readonly CellValue[])[]): Promise<Buffer> {
  const [headings = [], ...others] = rows;
  const columns = headings.map((header, index) => ({
    header: String(header),
    form: 'own' as const,
    value: (row: readonly CellValue[]) => row[index] ?? null,
  }));
  const workbook = await workbookBlob([filledSheet({ name: 'Arkusz', columns }, [others])]);
  return Buffer.from(await workbook.arrayBuffer());
}

/** The rows of a sheet, counted from 1, as another program reads them; the sheet has no formulas. */
export async function rowsOfWorkbook(bytes: Buffer, number = 1) {
  const sheet = unzipSync(new Uint8Array(bytes))[`xl/worksheets/sheet${number}.xml`];
  expect(strFromU8(sheet ?? new Uint8Array())).not.toContain('<f>');
  return (await readXlsxFile(bytes))[number - 1]?.data ?? [];
}
