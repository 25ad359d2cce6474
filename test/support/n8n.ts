import { type BinaryToTextEncoding, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

// Runs the workflows of integrations/n8n/ without n8n: the few node types that they use, as n8n 2.41 runs them. What
// n8n does besides (credentials, repeated attempts, saving) is not here.

const FOLDER = new URL('../../integrations/n8n/', import.meta.url);

/** An item that goes from node to node. `binary` is the raw body that the Webhook node received. */
export interface Item {
  readonly json: Record<string, unknown>;
  readonly binary?: Buffer;
}

export interface Node {
  readonly name: string;
  readonly type: string;
  readonly position: readonly [number, number];
  readonly parameters: Record<string, unknown>;
  readonly credentials?: unknown;
  readonly onError?: 'continueRegularOutput';
}

export interface Workflow {
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly connections: Readonly<Record<string, { readonly main: readonly (readonly { node: string }[])[] }>>;
  readonly settings: { readonly executionOrder: string };
  readonly active: boolean;
}

/** The exported workflows, by file name. */
export const WORKFLOWS: Readonly<Record<string, Workflow>> = Object.fromEntries(
  readdirSync(FOLDER).map((file) => [file, JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))]),
);

/** @throws Error if there is no such file */
export function workflowOf(file: string): Workflow {
  const workflow = WORKFLOWS[file];
  if (workflow === undefined) throw new Error(`no workflow ${file}`);
  return workflow;
}

/** What the surroundings of a run do: nodes that reach other services, by the name of the node. */
export type Outside = Readonly<Record<string, (items: readonly Item[], given: Given) => Item[]>>;

/** Reads a parameter of the node, with its expressions evaluated for an item. */
type Given = (path: string, item?: Item) => unknown;

interface Run {
  /** The file name. */
  readonly workflow: string;
  /** Items of the trigger. */
  readonly input: readonly Item[];
  readonly outside: Outside;
  /** Replaces the address of the service in the workflow. */
  readonly api?: string;
  /** The workflow's memory between runs. */
  readonly memory?: Record<string, unknown>;
  /** "Hmac Secret" of the Crypto credential. */
  readonly hmacSecret?: string;
}

/** Runs a workflow. Returns what the node that failed says; null = none failed. */
export async function runWorkflow(run: Run): Promise<string | null> {
  const { input, outside, memory = {} } = run;
  const workflow = workflowOf(run.workflow);
  const outputs = new Map<string, readonly Item[]>();
  const loops = new Map<string, { waiting: Item[]; done: Item[] }>();
  const contextFor = (items: readonly Item[], item: Item | undefined) => ({
    $json: item?.json,
    $input: { all: () => items, first: () => items[0] },
    $: (name: string) => {
      const found = outputs.get(name);
      if (found === undefined) throw new Error(`the node "${name}" has not run`);
      return { all: () => found, first: () => found[0] };
    },
    $getWorkflowStaticData: (kind: string) => {
      if (kind !== 'global') throw new Error(`static data of the kind ${kind}`);
      return memory;
    },
  });
  const evaluate = (value: unknown, items: readonly Item[], item: Item | undefined): unknown => {
    if (typeof value !== 'string' || !value.startsWith('=')) return value;
    const context = createContext(contextFor(items, item));
    const whole = /^=\{\{((?:(?!\}\}).)*)\}\}$/s.exec(value)?.[1];
    if (whole !== undefined) return runInContext(`(${whole})`, context);
    return value
      .slice(1)
      .replaceAll(/\{\{(.*?)\}\}/gs, (_all, code: string) => String(runInContext(`(${code})`, context)));
  };
  const given =
    (node: Node, items: readonly Item[]): Given =>
    (path, item = items[0]) =>
      evaluate(at(node.parameters, path), items, item);

  const runNode = async (node: Node, items: readonly Item[]): Promise<(readonly Item[])[]> => {
    const read = given(node, items);
    const replaced = outside[node.name];
    if (replaced !== undefined) return [replaced(items, read)];
    switch (node.type.replace('n8n-nodes-base.', '')) {
      case 'scheduleTrigger':
      case 'webhook':
      case 'wait':
        return [items];
      case 'set':
        return [items.map((item) => ({ json: assigned(node, (value) => evaluate(value, items, item)) }))];
      case 'code':
        return [await runCode(String(node.parameters.jsCode), contextFor(items, items[0]), items)];
      case 'splitInBatches': {
        const loop = loops.get(node.name);
        if (loop === undefined) loops.set(node.name, { waiting: [...items], done: [] });
        else loop.done.push(...items);
        const { waiting, done } = loops.get(node.name) ?? { waiting: [], done: [] };
        const next = waiting.splice(0, Number(read('batchSize') ?? 1));
        return next.length === 0 ? [done, []] : [[], next];
      }
      case 'httpRequest': {
        const answers: Item[] = [];
        for (const item of items) answers.push(await request(node, (path) => read(path, item), run.api));
        return [answers];
      }
      case 'crypto':
        return [
          items.map((item) => {
            const name = String(read('dataPropertyName'));
            const mac = createHmac(String(read('type')), run.hmacSecret ?? '');
            mac.update(String(read('value', item)));
            return { json: { ...item.json, [name]: mac.digest(read('encoding') as BinaryToTextEncoding) } };
          }),
        ];
      case 'if': {
        const isTrue = (item: Item) =>
          matches(conditionIn(node.parameters), (value) => evaluate(value, items, item));
        return [items.filter(isTrue), items.filter((item) => !isTrue(item))];
      }
      case 'switch': {
        const rules = at(node.parameters, 'rules.values') as readonly Record<string, unknown>[];
        const ruleOf = (item: Item) => {
          const found = rules.findIndex((rule) =>
            matches(conditionIn(rule), (value) => evaluate(value, items, item)),
          );
          return found === -1 ? rules.length : found;
        };
        return [...rules, null].map((_rule, index) => items.filter((item) => ruleOf(item) === index));
      }
      default:
        throw new Error(`the test does not run nodes of the type ${node.type}`);
    }
  };
  const visit = async (node: Node, items: readonly Item[]): Promise<void> => {
    const all = await runNode(node, items);
    outputs.set(node.name, all.flat());
    const targets = workflow.connections[node.name]?.main ?? [];
    for (const [index, found] of all.entries()) {
      if (found.length === 0) continue;
      // As n8n does since "executionOrder": "v1": branch after branch, the upper one first.
      const next = (targets[index] ?? []).map(({ node: name }) => nodeOf(workflow, name));
      for (const one of next.toSorted((a, b) => a.position[1] - b.position[1])) await visit(one, found);
    }
  };
  const trigger = workflow.nodes.find(({ type }) => /(?:Trigger|\.webhook)$/.test(type));
  if (trigger === undefined) throw new Error('the workflow has no trigger');
  return visit(trigger, input).then(
    () => null,
    (error: Error) => error.message,
  );
}

function nodeOf(workflow: Workflow, name: string): Node {
  const node = workflow.nodes.find((one) => one.name === name);
  if (node === undefined) throw new Error(`no node ${name}`);
  return node;
}

/** The value at a path such as `options.timeout`; undefined if there is none. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => {
    return typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  }, value);
}

interface Pair {
  readonly name: string;
  readonly value: unknown;
}

function assigned({ parameters }: Node, evaluated: (value: unknown) => unknown): Record<string, unknown> {
  const pairs = at(parameters, 'assignments.assignments') as readonly Pair[];
  return Object.fromEntries(pairs.map(({ name, value }) => [name, evaluated(value)]));
}

/** As the task runner of n8n does: no modules, no credentials, nothing of Node.js but the names listed here. */
async function runCode(code: string, context: object, items: readonly Item[]): Promise<Item[]> {
  const helpers = {
    getBinaryDataBuffer: async (index: number, name: string) => {
      const found = items[index]?.binary;
      if (name !== 'data' || found === undefined) throw new Error(`no binary data "${name}"`);
      return found;
    },
  };
  const scope = createContext({ ...context, helpers, Buffer });
  const made = (await runInContext(`(async function () {${code}\n})()`, scope)) as unknown;
  // From the other realm into this one, as the process of the task runner does.
  const result = JSON.parse(JSON.stringify(made)) as unknown;
  if (!Array.isArray(result) || result.some((one) => typeof one?.json !== 'object'))
    throw new Error(`a Code node must return items: ${JSON.stringify(result)}`);
  return result;
}

/** What a HTTP Request node sends. */
function requestOf(node: Node, read: (path: string) => unknown) {
  const url = new URL(String(read('url')));
  const pairs = (path: string) => {
    const listed = (at(node.parameters, path) ?? []) as readonly Pair[];
    return listed.map(({ name }, index) => [name, String(read(`${path}.${index}.value`))] as const);
  };
  for (const [name, value] of pairs('queryParameters.parameters')) url.searchParams.set(name, value);
  const body = node.parameters.sendBody === true ? String(read('jsonBody')) : null;
  const headers: Record<string, string> = {
    ...Object.fromEntries(pairs('headerParameters.parameters')),
    ...(body !== null && { 'Content-Type': 'application/json' }),
  };
  return { method: String(read('method') ?? 'GET'), url, headers, body };
}

async function request(node: Node, read: (path: string) => unknown, api: string | undefined): Promise<Item> {
  const { method, url, headers, body } = requestOf(node, read);
  const response = await fetch(new URL(url.pathname + url.search, api ?? url), { method, headers, body });
  const json = (await response.json()) as Record<string, unknown>;
  if (response.ok) return { json };
  if (node.onError === 'continueRegularOutput') return { json: { error: { status: response.status } } };
  throw new Error(`HTTP ${response.status}: ${JSON.stringify(json)}`);
}

interface Condition {
  readonly leftValue: unknown;
  readonly rightValue: unknown;
  readonly operator: { readonly type: string; readonly operation: string };
}

function conditionIn(holder: Record<string, unknown>): Condition {
  const found = at(holder, 'conditions.conditions') as readonly Condition[];
  const [condition, ...others] = found;
  if (condition === undefined || others.length > 0) throw new Error('the test runs one condition');
  return condition;
}

function matches(
  { leftValue, rightValue, operator }: Condition,
  evaluated: (value: unknown) => unknown,
): boolean {
  const left = evaluated(leftValue);
  const { type, operation } = operator;
  // "typeValidation": "strict"
  if (typeof left !== type) throw new Error(`${JSON.stringify(left)} is not of the type ${type}`);
  if (operation === 'true') return left === true;
  if (operation === 'equals') return left === evaluated(rightValue);
  throw new Error(`the test does not know the operation ${operation}`);
}
