// Texts stored with a device: two extra memos, and in the peer-to-peer deployment its seller and buyer.
import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'

/** `POST` lists the memos of all devices that the caller sees, `PUT` saves one. */
export const carMemoPath = '/gkdevice/carmemo'
/** `POST` lists the customers of all devices that the caller sees, `PUT` saves one and answers the list. */
export const customerPath = '/gkdevice/dkcustomer'

/** Who may change a memo or a customer (MEMO-04, RIGHT-070). */
export const memoWriteAccess: Requirement = requirements.extraMemo

/** Characters. */
export const MEMO_MAX = 255
const line = z.string().max(MEMO_MAX, `has more than ${MEMO_MAX} characters`)

export const carMemoSchema = z.object({
  deviceid: z.string(),
  /** 0 is the first extra column, 1 the second. */
  type: z.union([z.literal(0), z.literal(1)], 'is neither 0 nor 1'),
  memo: line,
})
export type CarMemo = z.infer<typeof carMemoSchema>

/** A device without a memo of a type is not in it. */
export const carMemosSchema = z.array(carMemoSchema)

export const customerSchema = z.object({
  deviceid: z.string(),
  dealer: line,
  customer: line,
  salesman: line,
  address: line,
  phone: line,
  mail: line,
  follow: z.union([z.literal(0), z.literal(1)], 'is neither 0 nor 1'),
  memo: line,
})
export type Customer = z.infer<typeof customerSchema>
export const customersSchema = z.array(customerSchema)
export const customerRequestSchema = z.object({ dkcustomer: customerSchema })
