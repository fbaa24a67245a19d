import {
  FENCE_ROUTE,
  fenceListPath,
  fenceRequestSchema,
  fenceWriteAccess,
  shapeRemovalSchema,
  shapeRequestSchema,
  shapesPath,
} from '@fleetglass/contract/fences'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall } from '../../platform/http/index.ts'
import type { Fences } from './fences.service.ts'

const nothing = z.object({})

/** Circles in numbered slots, and shapes beside them. */
export function fenceRoutes(
  fastify: FastifyInstance,
  { authenticator, fences }: { readonly authenticator: Authenticator; readonly fences: Fences },
): void {
  addCall(fastify, authenticator, {
    method: 'GET',
    path: fenceListPath,
    access: 'login',
    body: nothing,
    handle: ({ account }) => fences.list(account),
  })
  addCall(fastify, authenticator, {
    method: 'GET',
    path: FENCE_ROUTE,
    access: 'login',
    body: nothing,
    handle: ({ account, params }) => fences.get(account, Number(params.index)),
  })
  addCall(fastify, authenticator, {
    method: 'PUT',
    path: FENCE_ROUTE,
    access: fenceWriteAccess,
    body: fenceRequestSchema,
    async handle({ account, params, body }) {
      await fences.save(account, Number(params.index), body)
      return { hasError: false, message: 'Fence saved' }
    },
  })
  addCall(fastify, authenticator, {
    method: 'GET',
    path: shapesPath,
    access: 'login',
    body: nothing,
    handle: ({ account }) => fences.shapes(account),
  })
  addCall(fastify, authenticator, {
    method: 'POST',
    path: shapesPath,
    access: fenceWriteAccess,
    body: shapeRequestSchema,
    async handle({ account, body }) {
      const id = await fences.saveShape(account, body)
      return { hasError: false, message: 'Fence saved', id }
    },
  })
  addCall(fastify, authenticator, {
    method: 'DELETE',
    path: shapesPath,
    access: fenceWriteAccess,
    body: shapeRemovalSchema,
    async handle({ body }) {
      await fences.removeShape(body.id)
      return { hasError: false, message: 'Fence deleted' }
    },
  })
}
