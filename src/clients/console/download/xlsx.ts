import writeXlsxFile from 'write-excel-file/browser';
import { toSheet } from '../../core/export/sheet.js';
import type { Download } from './files.js';

/** The table as an Excel file. */
export function xlsxBlob<Row>({ sheet, columns, rows }: Download<Row>): Promise<Blob> {
  const { data, options } = toSheet(sheet, columns, rows);
  return writeXlsxFile(data, options).toBlob();
}
