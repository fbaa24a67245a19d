import {
  carMemoPath,
  carMemoSchema,
  customerPath,
  customerRequestSchema,
  memoWriteAccess,
} from '@fleetglass/contract/memos'
import { z } from 'zod'
import { endpoint, type HttpEndpoint, JsonArray } from '../../platform/http/index.ts'
import type { Memos, Words } from './memos.service.ts'

const nothing = z.object({})
const toArray = ({ pages, close }: Words<unknown>): JsonArray => new JsonArray(pages, close)

/** Extra memos, and the customers of the peer-to-peer deployment. */
export const memoEndpoints = (memos: Memos): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: carMemoPath,
    access: 'login',
    audit: 'Read the memos of devices',
    body: nothing,
    handle: async ({ account }) => toArray(await memos.memos(account)),
  }),
  endpoint({
    method: 'PUT',
    path: carMemoPath,
    access: memoWriteAccess,
    audit: 'Changed the memo of device {deviceid}',
    body: carMemoSchema,
    async handle({ account, body }) {
      await memos.saveMemo(account, body)
      return { hasError: false, message: '' }
    },
  }),
  endpoint({
    method: 'POST',
    path: customerPath,
    access: 'login',
    audit: 'Read the customers of devices',
    body: nothing,
    handle: async ({ account }) => toArray(await memos.customers(account)),
  }),
  endpoint({
    method: 'PUT',
    path: customerPath,
    access: memoWriteAccess,
    audit: 'Changed the customer of a device',
    body: customerRequestSchema,
    async handle({ account, body }) {
      await memos.saveCustomer(account, body.dkcustomer)
      return toArray(await memos.customers(account))
    },
  }),
]
