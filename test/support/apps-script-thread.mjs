// The thread that runs the script of Google Sheets: UrlFetchApp is synchronous, so the thread waits while the other end,
// apps-script.ts, sends the request. Each call gets the state of a spreadsheet and sends it back.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

const scripts = workerData.files.map((filename) => new Script(readFileSync(filename, 'utf8'), { filename }));
const { signal, port } = workerData;

/** Options of UrlFetchApp.fetch that the script may use. */
const FETCH_OPTIONS = [
  'headers',
  'muteHttpExceptions',
  'followRedirects',
  'method',
  'contentType',
  'payload',
];
const MAX_URL = 2048;

let world;

parentPort.on('message', ({ name, args, ...rest }) => {
  world = rest.world;
  const context = createContext(services());
  try {
    for (const script of scripts) script.runInContext(context);
    const value = context[name](...args);
    parentPort.postMessage({ kind: 'returned', world, value: value === undefined ? null : value });
  } catch (error) {
    parentPort.postMessage({ kind: 'threw', world, message: String(error?.message ?? error) });
  }
});

/** Throws as Apps Script does where a service may not be used. */
function only(...contexts) {
  if (!contexts.includes(world.context))
    throw new Error(`You do not have permission to call this in a ${world.context}`);
}

/** What a cell holds after a script has set a value. */
function parsed(value) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return value;
  if (value.startsWith("'")) return value.slice(1);
  if (/^[=+@-]/.test(value)) return { formula: value };
  if (/^\d+([.,]\d+)?$/.test(value)) return Number(value.replace(',', '.'));
  return /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value;
}

function rangeOf(sheet, row, column, rows = 1, columns = 1) {
  const isInside = row > 0 && column > 0 && rows > 0 && columns > 0;
  if (!isInside || row + rows - 1 > sheet.cells.length || column + columns - 1 > sheet.cells[0].length)
    throw new Error('The coordinates of the range are outside the dimensions of the sheet.');
  const each = (change) => {
    only('menu', 'trigger');
    for (let r = 0; r < rows; r += 1)
      for (let c = 0; c < columns; c += 1)
        sheet.cells[row - 1 + r][column - 1 + c] = change(sheet.cells[row - 1 + r][column - 1 + c], r, c);
  };
  const shown = (cell) => (typeof cell === 'object' ? '#ERROR!' : cell);
  const range = {
    getSheet: () => sheetOf(sheet),
    getColumn: () => column,
    getNumColumns: () => columns,
    getValues: () =>
      sheet.cells
        .slice(row - 1, row - 1 + rows)
        .map((cells) => cells.slice(column - 1, column - 1 + columns).map(shown)),
    getValue: () => range.getValues()[0][0],
    setValues: (values) => {
      if (values.length !== rows || values.some((cells) => cells.length !== columns))
        throw new Error('The number of rows or columns in the data does not match the range.');
      each((_, r, c) => parsed(values[r][c]));
      return range;
    },
    clearContent: () => {
      each(() => '');
      return range;
    },
    clearFormat: () => range,
    setNote: (note) => {
      only('menu', 'trigger');
      sheet.notes[`${row},${column}`] = note;
      return range;
    },
  };
  return range;
}

function sheetOf(sheet) {
  return {
    getSheetId: () => sheet.id,
    getRange: (...place) => rangeOf(sheet, ...place),
    getMaxRows: () => sheet.cells.length,
    getMaxColumns: () => sheet.cells[0].length,
    getLastRow: () => sheet.cells.findLastIndex((cells) => cells.some((cell) => cell !== '')) + 1,
    insertColumnsAfter: (column, count) => {
      only('menu', 'trigger');
      for (const cells of sheet.cells) cells.splice(column, 0, ...Array(count).fill(''));
    },
  };
}

/** Sends a request through the other end, and waits. The other end may have changed the spreadsheet meanwhile. */
function fetchNow(url, options) {
  const unknown = Object.keys(options).filter((name) => !FETCH_OPTIONS.includes(name));
  if (unknown.length > 0) throw new Error(`Attribute provided with invalid value: ${unknown.join()}`);
  if (url.length > MAX_URL) throw new Error('Limit Exceeded: URLFetch URL Length.');
  world.now += world.fetchMs;
  Atomics.store(signal, 0, 0);
  parentPort.postMessage({ kind: 'fetch', world, url, options });
  Atomics.wait(signal, 0, 0);
  const { answer, ...rest } = receiveMessageOnPort(port).message;
  world = rest.world;
  if (answer === null) throw new Error(`Address unavailable: ${url}`);
  if (answer.status >= 400 && !options.muteHttpExceptions)
    throw new Error(`Request failed: ${answer.status}`);
  return {
    getResponseCode: () => answer.status,
    getHeaders: () => answer.headers,
    getContentText: () => answer.text,
  };
}

function services() {
  const spreadsheet = {
    getSheets: () => world.sheets.map(sheetOf),
    getSpreadsheetLocale: () => world.sheetLocale,
    toast: (text) => {
      only('menu', 'trigger');
      world.toasts.push(text);
    },
  };
  const Button = { OK: 'OK', CANCEL: 'CANCEL', YES: 'YES', NO: 'NO', CLOSE: 'CLOSE' };
  const ask = (texts) => {
    world.now += world.dialogMs;
    world.dialogs.push(texts.filter((text) => typeof text === 'string').at(-1));
    return world.presses.shift() ?? Button.OK;
  };
  const ui = {
    Button,
    ButtonSet: { OK_CANCEL: ['OK', 'CANCEL'], YES_NO_CANCEL: ['YES', 'NO', 'CANCEL'] },
    alert: (...texts) => ask(texts),
    prompt: (title, text) => {
      const pressed = ask([title, text]);
      const typed = pressed.startsWith('type:') ? pressed.slice('type:'.length) : '';
      return {
        getSelectedButton: () => (pressed.startsWith('type:') ? Button.OK : pressed),
        getResponseText: () => typed,
      };
    },
    createMenu: (caption) => {
      const menu = {
        addItem: (label, handler) => {
          world.menu.push({ label, handler });
          return menu;
        },
        addToUi: () => world.menu.unshift({ label: caption, handler: null }),
      };
      return menu;
    },
  };
  return {
    Date: class extends Date {
      constructor() {
        super(world.now);
      }
      static now() {
        return world.now;
      }
    },
    SpreadsheetApp: {
      getUi: () => {
        only('menu');
        return ui;
      },
      getActiveSpreadsheet: () => spreadsheet,
      getActiveRange: () => (world.selected === null ? null : rangeOf(world.sheets[0], ...world.selected)),
    },
    PropertiesService: {
      getScriptProperties: () => ({
        getProperty: (name) => world.properties[name] ?? null,
        setProperty: (name, value) => {
          if (typeof value !== 'string' || value.length > 9_000) throw new Error('Argument too large: value');
          world.properties[name] = value;
        },
        deleteProperty: (name) => {
          delete world.properties[name];
        },
      }),
    },
    CacheService: {
      getScriptCache: () => ({
        get: (key) => (world.cache[key]?.until > world.now ? world.cache[key].value : null),
        put: (key, value, seconds) => {
          if (key.length > 250 || value.length > 100_000) throw new Error('Argument too large');
          world.cache[key] = { value, until: world.now + seconds * 1000 };
        },
      }),
    },
    Session: {
      getActiveUserLocale: () => {
        if (world.locale === null) throw new Error('You do not have permission to call getActiveUserLocale');
        return world.locale;
      },
    },
    LockService: {
      getScriptLock: () => ({ tryLock: () => !world.isLocked, releaseLock: () => undefined }),
    },
    ScriptApp: {
      newTrigger: (handler) => ({
        timeBased: () => ({
          after: (afterMs) => ({
            create: () => {
              only('menu', 'trigger');
              world.triggers.push({ handler, afterMs });
            },
          }),
        }),
      }),
      getProjectTriggers: () =>
        world.triggers.map((trigger) => ({ getHandlerFunction: () => trigger.handler, trigger })),
      deleteTrigger: ({ trigger }) => {
        world.triggers = world.triggers.filter((one) => one !== trigger);
      },
    },
    Utilities: {
      sleep: (ms) => {
        world.sleeps.push(ms);
        world.now += ms;
      },
      DigestAlgorithm: { SHA_256: 'sha256' },
      computeDigest: (algorithm, text) => [...createHash(algorithm).update(text).digest()],
      base64Encode: (bytes) => Buffer.from(bytes).toString('base64'),
    },
    UrlFetchApp: { fetch: fetchNow },
  };
}
