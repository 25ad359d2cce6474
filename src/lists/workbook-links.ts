import { strFromU8, unzipSync } from 'fflate';

// The addresses behind cells of a workbook, which read-excel-file does not give. Format: ECMA-376, part 1, 18.3.1.47,
// and part 2, 9.3 (relationships).

/** Where a click on a cell leads, by sheet in the order of the workbook, then by cell (`B2`). */
export function workbookLinks(content: ArrayBuffer): ReadonlyMap<string, string>[] {
  const bytes = new Uint8Array(content);
  const small = unzipSync(bytes, {
    filter: ({ name }) => name.endsWith('.rels') || name === 'xl/workbook.xml',
  });
  const targets = targetsIn(small, 'xl/_rels/workbook.xml.rels');
  const sheets = elementsIn(small['xl/workbook.xml'], 'sheet').map((sheet) => {
    const target = targets.get(sheet['r:id'] ?? '') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    return { path, addresses: targetsIn(small, path.replace(/([^/]*)$/, '_rels/$1.rels')) };
  });
  const linked = new Set(sheets.filter(({ addresses }) => addresses.size > 0).map(({ path }) => path));
  const files = unzipSync(bytes, { filter: ({ name }) => linked.has(name) });
  return sheets.map(({ path, addresses }) => {
    const links = elementsIn(files[path], 'hyperlink').flatMap(({ ref = '', location, ...link }) => {
      const address = addresses.get(link['r:id'] ?? '');
      // What follows "#" stands apart.
      const whole = address === undefined || !location ? address : `${address}#${location}`;
      return whole === undefined ? [] : [[ref.split(':')[0] ?? '', whole] as const];
    });
    return new Map(links);
  });
}

function targetsIn(files: Readonly<Record<string, Uint8Array>>, path: string): ReadonlyMap<string, string> {
  const relations = elementsIn(files[path], 'Relationship');
  return new Map(relations.map(({ Id = '', Target = '' }) => [Id, Target]));
}

/** The attributes of every element of this name. */
function elementsIn(file: Uint8Array | undefined, name: string): Readonly<Record<string, string>>[] {
  const text = file === undefined ? '' : strFromU8(file);
  const elements = text.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s([^<>]*)>`, 'g'));
  return Array.from(elements, ([, attributes = '']) =>
    Object.fromEntries(
      Array.from(
        attributes.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g),
        ([, key, double, single]) => [key, unescaped(double ?? single ?? '')],
      ),
    ),
  );
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => signs[name] ?? '');
}
