import { createTurns } from './turns.js';

/**
 * The text of `JSON.stringify`, made in steps: a list of thousands of entries would hold up the event loop. Only lists
 * that are fields of objects are divided, and only their entries must be short.
 */
export async function longJson(value: object): Promise<string> {
  const turn = createTurns();
  const textOf = async (part: unknown): Promise<string | undefined> => {
    if (typeof part !== 'object' || part === null || 'toJSON' in part) return JSON.stringify(part);
    const texts: string[] = [];
    if (Array.isArray(part)) {
      for (const entry of part) {
        texts.push(JSON.stringify(entry) ?? 'null');
        await turn();
      }
      return `[${texts.join(',')}]`;
    }
    for (const [name, field] of Object.entries(part)) {
      const text = await textOf(field);
      if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`);
    }
    return `{${texts.join(',')}}`;
  };
  return (await textOf(value)) ?? '';
}
