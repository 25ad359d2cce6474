import { Router } from '@koa/router';
import type { PlaceFinder } from '../services/find-place.js';
import { fromBody, fromQuery } from './answer.js';
import {
  allParameters,
  convertBody,
  detailsParameters,
  noParameters,
  searchParameters,
} from './contract/requests.js';
import { jsonBody } from './middleware/json-body.js';
import { all } from './routes/all.js';
import { convert } from './routes/convert.js';
import { details } from './routes/details.js';
import { info } from './routes/info.js';
import { search } from './routes/search.js';
import type { RequestState } from './state.js';

export interface RouterOptions {
  readonly finder: PlaceFinder;
  readonly version: string;
}

/** Every endpoint, one line each. */
export function createRouter({ finder, version }: RouterOptions): Router<RequestState> {
  return new Router<RequestState>({ prefix: '/api' })
    .get('/info', fromQuery(noParameters, info(version)))
    .get('/search', fromQuery(searchParameters, search(finder)))
    .get('/details', fromQuery(detailsParameters, details(finder)))
    .get('/all', fromQuery(allParameters, all(finder)))
    .post('/convert', jsonBody(), fromBody(convertBody, convert(finder)));
}
