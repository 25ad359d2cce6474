import { cidToPlaceId, placeIdToCid } from '../../services/convert.js';
import type { PlaceFinder } from '../../services/find-place.js';
import type { Handler } from '../answer.js';
import { presentConversion } from '../contract/responses.js';

type ConvertInput = { readonly cid: string } | { readonly placeId: string };

/** POST /convert: CID ↔ Place ID; the second direction needs no network. */
export function convert(finder: PlaceFinder): Handler<ConvertInput> {
  return async (input, { scope, options }) => {
    const conversion =
      'placeId' in input
        ? placeIdToCid(input.placeId)
        : await cidToPlaceId(finder, input.cid, scope, options);
    return { data: presentConversion(conversion), cache: conversion.cache };
  };
}
