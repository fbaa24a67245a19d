import {
  carMemoPath,
  carMemoSchema,
  customerPath,
  customerRequestSchema,
  memoWriteAccess,
} from '@fleetglass/contract/memos'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Authenticator } from '../../platform/account/index.ts'
import { addCall, JsonArray } from '../../platform/http/index.ts'
import type { Memos, Words } from './memos.service.ts'

const nothing = z.object({})
const toArray = ({ pages, close }: Words<unknown>): JsonArray => new JsonArray(pages, close)

/** Extra memos, and the customers of the peer-to-peer deployment. */
export function memoRoutes(
  fastify: FastifyInstance,
  { authenticator, memos }: { readonly authenticator: Authenticator; readonly memos: Memos },
): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: carMemoPath,
    access: 'login',
    body: nothing,
    handle: async ({ account }) => toArray(await memos.memos(account)),
  })
  addCall(fastify, authenticator, {
    method: 'PUT',
    path: carMemoPath,
    access: memoWriteAccess,
    body: carMemoSchema,
    async handle({ account, body }) {
      await memos.saveMemo(account, body)
      return { hasError: false, message: '' }
    },
  })
  addCall(fastify, authenticator, {
    method: 'POST',
    path: customerPath,
    access: 'login',
    body: nothing,
    handle: async ({ account }) => toArray(await memos.customers(account)),
  })
  addCall(fastify, authenticator, {
    method: 'PUT',
    path: customerPath,
    access: memoWriteAccess,
    body: customerRequestSchema,
    async handle({ account, body }) {
      await memos.saveCustomer(account, body.dkcustomer)
      return toArray(await memos.customers(account))
    },
  })
}
