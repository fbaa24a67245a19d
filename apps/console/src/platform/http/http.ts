import { failureText } from '../texts/index.ts'

/** An answer of a call: the parsed JSON, or why there is none: the server `refused` with its own words, or did not answer. */
export type HttpResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false
      readonly kind: 'refused'
      readonly reason: string
      readonly status: number
      /** The whole answer of the server. */
      readonly answer: object
    }
  | { readonly ok: false; readonly kind: 'unanswered'; readonly reason: string }

/** Calls the server the page came from. The reply is unchecked JSON: the caller parses it with the contract's schema. */
export async function callJson(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  contentType: 'application/json' | 'text/plain' = 'application/json',
): Promise<HttpResult> {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { headers: { 'content-type': contentType }, body: JSON.stringify(body) }),
    })
    const value: unknown = await response.json()
    const refused = refusal(value)
    if (refused !== null) return { ok: false, kind: 'refused', status: response.status, ...refused }
    if (response.ok) return { ok: true, value }
    return { ok: false, kind: 'unanswered', reason: `the server answered ${response.status}` }
  } catch (cause) {
    return { ok: false, kind: 'unanswered', reason: cause instanceof Error ? cause.message : String(cause) }
  }
}

/** The server understood a call and does not do it; the message is its own words, for the user (ERR0-02). */
export class CallRefused extends Error {
  readonly status: number
  /** Of the error catalogue; `null` where the answer has none. */
  readonly code: string | null
  constructor(reason: string, status: number, answer: object = {}) {
    super(reason)
    this.status = status
    this.code = 'code' in answer && typeof answer.code === 'string' ? answer.code : null
  }
}

/**
 * Whether a failed query is sent once more. A refusal is final; but a caller who is unknown to the server may be known a moment later:
 * after a reload the session's cookie can come behind the first question.
 */
export function mayAskAgain(failures: number, error: Error): boolean {
  return failures < 1 && (!(error instanceof CallRefused) || error.status === 401)
}

/** No answer came, or one that cannot be read: for the log, with what was called (ERR0-04). */
export class CallUnanswered extends Error {
  readonly call: string
  constructor(reason: string, call: string) {
    super(reason)
    this.call = call
  }
}

/** The same for queries and mutations, whose answer is a value or an error. */
export async function askJson(...call: Parameters<typeof callJson>): Promise<unknown> {
  const reply = await callJson(...call)
  if (reply.ok) return reply.value
  if (reply.kind === 'refused') throw new CallRefused(reply.reason, reply.status, reply.answer)
  const [method, path] = call
  throw new CallUnanswered(reply.reason, `${method} ${path}`)
}

/** The text that a path answers, for what is no JSON. */
export async function askText(path: string): Promise<string> {
  const response = await fetch(path, { credentials: 'same-origin' })
  if (response.ok) return await response.text()
  throw new CallUnanswered(`the server answered ${response.status}`, `GET ${path}`)
}

/** A file of this type that the server answers, to a POST where there is a body; a failure, which is JSON of any status, has the words of the server. */
export async function askFile(path: string, type: string, body?: object): Promise<Blob> {
  const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, { credentials: 'same-origin', ...(body !== undefined && posted) })
  if (response.ok && response.headers.get('content-type') === type) return await response.blob()
  const refused = refusal(await response.json().catch(() => null))
  if (refused !== null) throw new CallRefused(refused.reason, response.status, refused.answer)
  throw new CallUnanswered(`the server answered ${response.status}`, path)
}

/** Who calls, for what takes no cookie and whose address is to hold no credentials. */
export interface HeadLogin {
  readonly userName: string
  readonly passwordHash: string
}

/** A GET with the login in its head: JSON, or a file of the type that is named. A failure has the words of the server. */
export async function askWithLogin(path: string, login: HeadLogin): Promise<unknown>
export async function askWithLogin(path: string, login: HeadLogin, type: string): Promise<Blob>
export async function askWithLogin(path: string, login: HeadLogin, type?: string): Promise<unknown> {
  const bytes = new TextEncoder().encode(`${login.userName}:${login.passwordHash}`)
  const authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`
  const response = await fetch(path, { credentials: 'omit', headers: { authorization } })
  if (type !== undefined && response.headers.get('content-type') === type) return await response.blob()
  const value: unknown = await response.json().catch(() => null)
  const refused = refusal(value)
  if (refused !== null) throw new CallRefused(refused.reason, response.status, refused.answer)
  if (response.ok && type === undefined && value !== null) return value
  throw new CallUnanswered(`the server answered ${response.status}`, path.replace(/\?.*/, ''))
}

/** API0-04: `hasError` decides, whatever the status. */
function refusal(answer: unknown): { readonly reason: string; readonly answer: object } | null {
  if (typeof answer !== 'object' || answer === null || !('hasError' in answer) || answer.hasError !== true) return null
  const message =
    'message' in answer && typeof answer.message === 'string' ? answer.message : 'the server refused the call'
  return { reason: failureText({ ...answer, message }), answer }
}
