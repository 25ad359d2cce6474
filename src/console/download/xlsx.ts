import writeXlsxFile from 'write-excel-file/browser';
import { toSheet } from '../../lists/sheet.js';
import type { Column } from '../../lists/table.js';

/** One sheet. */
export interface Sheet<Row> {
  readonly sheet: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** The table as an Excel file. */
export function xlsxBlob<Row>({ sheet, columns, rows }: Sheet<Row>): Promise<Blob> {
  const { data, options, workbook } = toSheet(sheet, columns, rows);
  return writeXlsxFile(data, options, workbook).toBlob();
}
