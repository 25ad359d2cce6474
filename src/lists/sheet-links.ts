import {
  getCellAddress,
  getOrderOfSiblings,
  getSelfClosingTagMarkup,
  insertElementMarkupAccordingToOrderOfSiblings,
  sanitizeAttributeValue,
} from 'write-excel-file/utility';
import { MOST_LINKS_IN_SHEET } from './cell-forms.js';

/** A cell that a click opens. Row and column count from 0. */
export interface SheetLink {
  readonly row: number;
  readonly column: number;
  readonly address: string;
}

/** Fits the feature of every entry of write-excel-file. */
export type SheetFeature = ReturnType<typeof sheetExtras>;

const SHEET = 'xl/worksheets/sheet{id}.xml';
const LINK_TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';
const relationOf = (index: number) => `rId-link-${index + 1}`;

/** Filter buttons above every column, and cells that can be clicked: what write-excel-file does not have itself. */
export function sheetExtras(
  links: readonly SheetLink[],
  size: { readonly rows: number; readonly columns: number },
) {
  const used = links.slice(0, MOST_LINKS_IN_SHEET);
  const put = (xml: string, element: string) =>
    insertElementMarkupAccordingToOrderOfSiblings(
      xml,
      element,
      getOrderOfSiblings(SHEET, 'worksheet') ?? [],
      'worksheet',
    );
  return {
    files: {
      transform: {
        [SHEET]: {
          transform: (xml: string) => {
            if (size.columns === 0) return xml;
            const ref = `A1:${getCellAddress(Math.max(0, size.rows - 1), size.columns - 1)}`;
            const filtered = put(xml, getSelfClosingTagMarkup('autoFilter', { ref }));
            if (used.length === 0) return filtered;
            const cells = used.map(
              ({ row, column }, index) =>
                `<hyperlink ref="${getCellAddress(row, column)}" r:id="${relationOf(index)}"/>`,
            );
            return put(filtered, `<hyperlinks>${cells.join('')}</hyperlinks>`);
          },
        },
        'xl/worksheets/_rels/sheet{id}.xml.rels': {
          insert: () =>
            used
              .map(
                ({ address }, index) =>
                  `<Relationship Id="${relationOf(index)}" Type="${LINK_TYPE}" Target="${sanitizeAttributeValue(address)}" TargetMode="External"/>`,
              )
              .join(''),
        },
      },
    },
  };
}
