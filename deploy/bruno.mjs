// Makes the Bruno collection (docs/integrations.md) from the OpenAPI document. `npm run artefacts` writes it.
import lang from '@usebruno/lang';

const { envJsonToBruV2, jsonToBruV2, jsonToCollectionBru } = lang;
const JSON_TYPE = 'application/json';

/**
 * Examples of the document that are variables in the collection, so that an environment can replace them. The place
 * of both ids is `placeId`: one place is enough to try everything.
 */
const VARIABLES = {
  'pierogarnia kraków': 'placeName',
  ChIJJz6dChxbFkcRFk6Qq9KBXD8: 'placeId',
  ChIJ0Ne3fj76vEcRw0roWQNFjN0: 'placeId',
  'https://maps.app.goo.gl/RevVisible': 'reviewLink',
  'https://maps.app.goo.gl/RevRemoved': 'secondReviewLink',
  'https://hooks.example.com/place-lookup': 'webhookUrl',
};

/** Variables that a request sets from its answer, by operation. */
const KEPT = {
  createJob: { jobId: 'res.body.data.id' },
  addWatch: { watchId: 'res.body.data.id' },
  watchReviews: { reviewId: 'res.body.data.reviews[0]?.review_id' },
  listEvents: { eventId: 'res.body.data.events[0]?.id' },
  addChannel: { channelId: 'res.body.data.id' },
  listOwners: { ownerId: 'res.body.data.owners[0]?.id' },
};

/** Variables that name the resource of a path, by the beginning of the path. */
const RESOURCES = {
  '/api/jobs/': 'jobId',
  '/api/watches/': 'watchId',
  '/api/events/': 'eventId',
  '/api/channels/': 'channelId',
  '/api/owners/': 'ownerId',
};

/** Methods that a folder has at its end, in this order. */
const LATE = ['patch', 'delete'];

/** Optional parameters that are sent. The full run of the doctor takes minutes. */
const SENT = { doctor: ['quick'] };

/** Statuses besides a success: a file or an event exists only after a change was found. */
const OTHER_STATUS = {
  eventEvidence: 404,
  markEvents: 404,
};

/** The files of the collection by path, from the OpenAPI document as plain JSON. */
export function brunoFiles(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const files = {
    'bruno.json': `${JSON.stringify({ version: '1', name: document.info.title, type: 'collection', ignore: [] }, null, 2)}\n`,
    'collection.bru': jsonToCollectionBru({
      auth: {
        mode: 'apikey',
        apikey: { key: 'X-API-Key', value: '{{apiKey}}', placement: 'header' },
      },
      docs: 'How to use this collection: docs/integrations.md of place-lookup.',
    }),
    'environments/demo.bru': environment({
      baseUrl: 'http://127.0.0.1:3000',
      apiKey: '',
      // The second example of placeId counts: a place with a short list of reviews.
      ...Object.fromEntries(Object.entries(VARIABLES).map(([value, name]) => [name, value])),
      // The demo allows webhooks to this port only. Unless a program listens there, the deliveries fail and say so.
      webhookUrl: 'http://127.0.0.1:3999/webhook',
    }),
    'environments/own.bru': environment(
      { baseUrl: '', ...Object.fromEntries(Object.values(VARIABLES).map((name) => [name, ''])) },
      'apiKey',
    ),
  };
  for (const [at, { name, description }] of document.tags.entries()) {
    files[`${name}/folder.bru`] = jsonToCollectionBru({
      meta: { name, seq: at + 1 },
      auth: { mode: 'inherit' },
      docs: description,
    });
    const inFolder = operations.filter(({ operation }) => operation.tags[0] === name);
    // A resource is paused and deleted last: the other requests need it.
    const inOrder = inFolder.toSorted((one, other) => LATE.indexOf(one.method) - LATE.indexOf(other.method));
    for (const [index, one] of inOrder.entries())
      files[`${name}/${one.operation.operationId}.bru`] = request(one, index + 1);
  }
  return files;
}

function environment(values, secret) {
  const variables = Object.entries(values).map(([name, value]) => ({ name, value, enabled: true }));
  if (secret !== undefined) variables.push({ name: secret, value: '', enabled: true, secret: true });
  return envJsonToBruV2({ variables });
}

function request({ path, method, operation }, seq) {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation;
  const params = parameters
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => paramOf(parameter, path, operationId));
  const query = params
    .filter(({ type, enabled }) => type === 'query' && enabled)
    .map(({ name, value }) => `${name}=${value}`)
    .join('&');
  const [status, types] = successOf(responses);
  return jsonToBruV2({
    meta: { name: summary, type: 'http', seq },
    http: {
      method,
      url: `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}${query === '' ? '' : `?${query}`}`,
      body: requestBody === undefined ? 'none' : 'json',
      auth: security?.length === 0 ? 'none' : 'inherit',
    },
    params,
    headers: [{ name: 'Accept', value: types.join(', '), enabled: true }],
    ...(requestBody !== undefined && { body: { json: bodyOf(requestBody) } }),
    vars: {
      res: Object.entries(KEPT[operationId] ?? {}).map(([name, value]) => ({ name, value, enabled: true })),
    },
    assertions: assertions(operationId, status, types),
    settings: { encodeUrl: true },
    docs: description,
  });
}

function assertions(operationId, status, types) {
  const enabled = true;
  const other = OTHER_STATUS[operationId];
  if (other !== undefined) return [{ name: 'res.status', value: `in ${status}, ${other}`, enabled }];
  return [
    { name: 'res.status', value: `eq ${status}`, enabled },
    ...(types.length === 1
      ? [{ name: "res.headers['content-type']", value: `contains ${types[0]}`, enabled }]
      : []),
  ];
}

/** Status of a success, and the media types to accept: the first type, which the service sends if none is chosen. */
function successOf(responses) {
  const [status, { content }] = Object.entries(responses).find(([code]) => code.startsWith('2'));
  const types = Object.keys(content);
  // MCP refuses clients that do not accept both of its types.
  if (types.includes('text/event-stream')) return [status, types];
  return [status, types.slice(0, 1)];
}

function paramOf({ name, in: type, required = false, examples, schema }, path, operationId) {
  const enabled = required || (SENT[operationId] ?? []).includes(name);
  return { name, type, enabled, value: exampleOf({ name, type, examples, schema }, path) };
}

function exampleOf({ name, type, examples, schema }, path) {
  if (type === 'path' && name === 'id') {
    const [, variable] = Object.entries(RESOURCES).find(([begin]) => path.startsWith(begin)) ?? [];
    if (variable === undefined) throw new Error(`no variable names the resource of ${path}`);
    return `{{${variable}}}`;
  }
  if (name === 'review_id') return '{{reviewId}}';
  const example = firstOf(examples) ?? schema.default ?? schema.enum?.[0] ?? '';
  return withVariables(String(example));
}

function bodyOf({ content }) {
  const example = firstOf(content[JSON_TYPE].examples);
  if (example === undefined) throw new Error('a JSON body has no example');
  return withVariables(JSON.stringify(example, null, 2));
}

function firstOf(examples = {}) {
  return Object.values(examples)[0]?.value;
}

function withVariables(text) {
  return Object.entries(VARIABLES).reduce(
    (replaced, [value, name]) => replaced.replaceAll(value, `{{${name}}}`),
    text,
  );
}
