import {
  FENCE_ROUTE,
  fenceListPath,
  fenceRequestSchema,
  fenceWriteAccess,
  shapeRemovalSchema,
  shapeRequestSchema,
  shapesPath,
} from '@fleetglass/contract/fences'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { Fences } from './fences.service.ts'

const nothing = z.object({})

/** Circles in numbered slots, and shapes beside them. */
export const fenceEndpoints = (fences: Fences): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: fenceListPath,
    access: 'login',
    audit: 'Read the list of fences',
    body: nothing,
    handle: ({ account }) => fences.list(account),
  }),
  endpoint({
    method: 'GET',
    path: FENCE_ROUTE,
    access: 'login',
    audit: 'Read fence {index}',
    body: nothing,
    handle: ({ account, params }) => fences.get(account, Number(params.index)),
  }),
  endpoint({
    method: 'PUT',
    path: FENCE_ROUTE,
    access: fenceWriteAccess,
    audit: 'Saved fence {index}',
    body: fenceRequestSchema,
    async handle({ account, params, body }) {
      await fences.save(account, Number(params.index), body)
      return { hasError: false, message: 'Fence saved' }
    },
  }),
  endpoint({
    method: 'GET',
    path: shapesPath,
    access: 'login',
    audit: 'Read the fences that are drawn as shapes',
    body: nothing,
    handle: ({ account }) => fences.shapes(account),
  }),
  endpoint({
    method: 'POST',
    path: shapesPath,
    access: fenceWriteAccess,
    audit: 'Saved a fence that is drawn as a shape',
    body: shapeRequestSchema,
    async handle({ account, body }) {
      const id = await fences.saveShape(account, body)
      return { hasError: false, message: 'Fence saved', id }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: shapesPath,
    access: fenceWriteAccess,
    audit: 'Deleted fence shape {id}',
    body: shapeRemovalSchema,
    async handle({ body }) {
      await fences.removeShape(body.id)
      return { hasError: false, message: 'Fence deleted' }
    },
  }),
]
