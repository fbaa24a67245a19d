// Belongs here: what an account of a telematics service has, read over its JSON-RPC. Does not: who may see it (features/monitors).
import { AppError } from '@fleetglass/contract/errors'
import { z } from 'zod'
import type { Clock } from '../../platform/clock/index.ts'
import type { ServerConfig } from '../../platform/config/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { requestOutbound } from '../../platform/outbound/index.ts'

const ANSWER_MS = 10_000
const ANSWER_BYTES_MAX = 8 * 1024 * 1024
/** The service counts logins, and a monitor asks every few seconds. */
const SESSION_MS = 600_000
const ROWS_MS = 60_000
/** The service that answered a login goes on with the session itself. */
const SAME_SERVER = 'ThisServer'

interface Account {
  readonly userName: string
}
export interface TelematicsSession extends Account {
  readonly sessionId: string
  readonly database: string
  readonly path: string
  /** Unix seconds of the login. */
  readonly updatetime: number
}
interface TelematicsRule extends Account {
  readonly id: string
  readonly name: string
}
interface TelematicsDevice extends TelematicsRule {
  readonly serialNumber: string
}

/** Lists of the configured account; empty without one. They reject with `telematics-unavailable`. */
export interface Telematics {
  auth(): Promise<readonly TelematicsSession[]>
  rules(): Promise<readonly TelematicsRule[]>
  devices(): Promise<readonly TelematicsDevice[]>
}

type AccountConfig = Pick<
  ServerConfig,
  'localTargets' | 'telematics' | 'telematicsDatabase' | 'telematicsPassword' | 'telematicsUser'
>

const text = z.string().max(1000)
const loginSchema = z.object({
  credentials: z.object({ userName: text, sessionId: text, database: text }),
  /** A host name where the account lives on another server of the service. */
  path: z.string().regex(/^[A-Za-z0-9.-]{1,253}$/),
})
const named = z.object({ id: text, name: text.default('') })
const rulesSchema = z.array(named)
const devicesSchema = z.array(named.extend({ serialNumber: text.default('') }))

/** Reads a MyGeotab account: one login, whose session the lists are read with. Nothing is read before it is asked for. */
export function createTelematics(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly config: AccountConfig
}): Telematics {
  const { clock, config } = deps
  const log = deps.log.child({ part: 'telematics' })
  const { telematics: address, telematicsDatabase: database, telematicsUser: userName } = config
  if (address === '' || userName === '') return nothingConfigured

  const call = async <Result>(path: string, method: string, params: object, schema: z.ZodType<Result>) => {
    try {
      return await requestResult(deps, new URL('apiv1', baseOf(address, path)), { method, params }, schema)
    } catch (error) {
      log.warn(
        { err: error, method },
        'The telematics service does not answer as expected; check its address and account',
      )
      throw new AppError('telematics-unavailable')
    }
  }
  const session = remembered(clock, SESSION_MS, async (): Promise<TelematicsSession> => {
    const params = { userName, password: config.telematicsPassword, database }
    const { credentials, path } = await call(SAME_SERVER, 'Authenticate', params, loginSchema)
    return { ...credentials, path, updatetime: Math.floor(clock.nowMs() / 1000) }
  })
  const list = <Row>(typeName: 'Rule' | 'Device', schema: z.ZodType<readonly Row[]>) =>
    remembered(clock, ROWS_MS, async () => {
      const { path, userName: user, sessionId, database: own } = await session.read()
      const credentials = { userName: user, sessionId, database: own }
      try {
        const rows = await call(path, 'Get', { typeName, credentials }, schema)
        return rows.map((row) => ({ userName: user, ...row }))
      } catch (error) {
        // The session may be over: the next question logs in again.
        session.forget()
        throw error
      }
    })
  const rules = list('Rule', rulesSchema)
  const devices = list('Device', devicesSchema)
  return { auth: async () => [await session.read()], rules: () => rules.read(), devices: () => devices.read() }
}

const nothingConfigured: Telematics = { auth: async () => [], rules: async () => [], devices: async () => [] }

function baseOf(address: string, path: string): string {
  if (path !== SAME_SERVER) return `https://${path}/`
  return address.endsWith('/') ? address : `${address}/`
}

async function requestResult<Result>(
  { clock, config }: { readonly clock: Clock; readonly config: AccountConfig },
  url: URL,
  body: object,
  schema: z.ZodType<Result>,
): Promise<Result> {
  const { status, text: answer } = await requestOutbound(
    { clock, allowLocal: config.localTargets },
    {
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      timeoutMs: ANSWER_MS,
      answerBytesMax: ANSWER_BYTES_MAX,
    },
  )
  if (status !== 200) throw new Error(`it answered ${status}`)
  const parsed = z.object({ result: schema }).safeParse(readJson(answer))
  // The answer itself may name the session: it is not logged.
  if (!parsed.success) throw new Error('its answer has no such result')
  return parsed.data.result
}

function readJson(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    return null
  }
}

/** Read once for everyone who asks meanwhile, and then for a while. A failure is not remembered. */
function remembered<Value>(clock: Clock, forMs: number, read: () => Promise<Value>) {
  let known: { readonly value: Promise<Value>; readonly readMs: number } | null = null
  return {
    read(): Promise<Value> {
      const nowMs = clock.monotonicMs()
      if (known === null || nowMs - known.readMs >= forMs) {
        const value = read()
        const fresh = { value, readMs: nowMs }
        known = fresh
        value.catch(() => {
          if (known === fresh) known = null
        })
      }
      return known.value
    },
    forget(): void {
      known = null
    },
  }
}
