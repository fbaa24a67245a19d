import {
  geocodeStatusPath,
  placesPath,
  placesRequestSchema,
  reversePath,
  reverseRequestSchema,
} from '@fleetglass/contract/geocode'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { Geocode } from './geocode.service.ts'

/** The address of a place. */
export const geocodeEndpoints = (geocode: Geocode): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: geocodeStatusPath,
    access: 'login',
    audit: 'Read whether addresses are available',
    body: z.object({}),
    handle: () => geocode.status,
  }),
  endpoint({
    method: 'POST',
    path: reversePath,
    access: 'login',
    audit: 'Read the address at {lat}, {lon}',
    body: reverseRequestSchema,
    handle: ({ account, body }) => geocode.reverse(account, body),
  }),
  endpoint({
    method: 'POST',
    path: placesPath,
    access: 'login',
    audit: 'Searched for the place {text}',
    body: placesRequestSchema,
    handle: ({ account, body }) => geocode.find(account, body),
  }),
]
