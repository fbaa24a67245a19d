import type { TextKey } from '@fleetglass/texts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type Channel,
  type ChannelTarget,
  type Credentials,
  type Session,
  sessionOf,
} from '../../engines/channel/index.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { storageKeys, type TextStore } from '../../platform/storage/index.ts'
import type { AccountHash, LoginCalls } from './session.calls.ts'
import { checkLoginForm, type LoginForm } from './session.form.ts'
import { forgetLogin, readAutoLogin, rememberLogin, rememberSession } from './session.memory.ts'

/** LOGIN-15, LOGIN-51, ENT-097: the main channel's default port. */
export const defaultChannelPort = 24_680

/** What the login page adds to the form: whether the password is remembered. */
export interface LoginRequest extends LoginForm {
  readonly save: boolean
}

/** The identity that another site passes (LOGIN-49 … 53). */
export interface ExternalLogin {
  readonly externalUser: string
  readonly passwordHash: string
}

/** The password is correct; a code of the second factor is missing, or was wrong. */
export interface CodeStep {
  readonly kind: 'code'
  /** Whose second factor is set up first; null: it is on. */
  readonly setUp: AccountHash | null
  readonly isWrong: boolean
  /** A code was sent, and is not answered yet. */
  readonly isSent: boolean
}

/** How far the login page is with what was typed; the rest is in the main channel's own state. */
export type LoginState =
  | { readonly kind: 'form'; readonly fault: TextKey | null }
  | { readonly kind: 'asking' }
  | CodeStep
  | { readonly kind: 'expired'; readonly request: LoginRequest; readonly account: AccountHash }
  | { readonly kind: 'sent' }

export interface LoginDeps {
  readonly channel: Channel
  readonly store: TextStore
  readonly calls: LoginCalls
  /** The page's own address: host without port, and whether it came by https. */
  readonly page: { readonly host: string; readonly secure: boolean; readonly reload: () => void }
  /** The strict deployment checks the user before it logs in (LOGIN-16). */
  readonly strict: boolean
  /** What stood in the address of the page; null for none. */
  readonly external: ExternalLogin | null
  readonly log: (text: string) => void
}

/** Logging in and out, and what of it this browser remembers. */
export interface Login {
  readonly state: StoreApi<LoginState>
  readonly calls: LoginCalls
  /** LOGIN-16 … 25; LOGIN-47: what is remembered is written once the login was accepted. */
  submit(request: LoginRequest): Promise<void>
  /** Sends the same login with a code of the second factor. */
  submitCode(code: string): void
  /** Back to the form. */
  cancelCode(): void
  /** LOGIN-45 … 53: logs in by itself when the address contains a login or everything for it is stored. */
  startUp(): Promise<void>
  /** LOGIN-40 … 44. */
  logout(): void
  /** The password of the one who is logged in is another one: out, and the page anew (LOGIN-64, LOGIN-65). */
  passwordChanged(): void
  /** An expired password gave way to this one: on with the login (LOGIN-66). Null: the user gave it up. */
  expiredPasswordChanged(newHash: string | null): Promise<void>
}

export function createLogin(deps: LoginDeps): Login {
  const { channel, store, calls, page, log } = deps
  const state = createStore<LoginState>(() => ({ kind: 'form', fault: null }))
  let stopWaiting = (): void => undefined
  /** The login that was sent last, to be sent again with a code. */
  let last: Attempt | null = null
  /** Counts what was begun: an answer to something earlier than the last is of no use to anyone. */
  let turn = 0
  const begin = (): (() => boolean) => {
    turn += 1
    const mine = turn
    stopWaiting()
    return () => turn === mine
  }

  const target = async (server: LoginForm['server']) => {
    const { secure } = page
    if (server) return { host: server.address.trim(), port: Number(server.port), streamPort: null, secure }
    const told = await calls.protocol()
    const port = told?.appcommand ?? defaultChannelPort
    return { host: page.host, port, streamPort: told?.streamings[0] ?? null, secure }
  }
  const send = (attempt: Attempt, code?: string): void => {
    last = attempt
    const { to, credentials, answered } = attempt
    stopWaiting = onAnswer(channel, (session, refusal) => {
      const step = session === null ? codeStep(refusal, credentials, state.getState()) : null
      if (step !== null) return state.setState(step, true)
      if (session === null) state.setState({ kind: 'sent' }, true)
      answered(session)
    })
    const step = state.getState()
    const isCode = code !== undefined && step.kind === 'code'
    state.setState(isCode ? { ...step, isWrong: false, isSent: true } : { kind: 'sent' }, true)
    channel.login(to, { ...credentials, ...(code !== undefined && { code }) })
  }
  const connect = async (request: LoginRequest, account: AccountHash, isLatest: () => boolean): Promise<void> => {
    const to = await target(request.server)
    if (!isLatest()) return
    store.set(storageKeys.serverIp, to.host)
    store.set(storageKeys.serverPort, String(to.port))
    const answered = (session: Session | null): void => {
      if (session) rememberLogin(store, account, session, request.save)
    }
    send({ to, credentials: account, answered })
  }
  /** LOGIN-16 … 19: whether the login may be sent; if not, the state names the problem. */
  const verify = async (request: LoginRequest, account: AccountHash, isLatest: () => boolean): Promise<boolean> => {
    const verdict = await calls.verifyUser(account)
    if (!isLatest()) return false
    if (verdict.kind === 'valid') return true
    if (verdict.kind === 'unanswered') log(`the user could not be verified: ${verdict.reason}`)
    if (verdict.kind === 'expired') state.setState({ kind: 'expired', request, account }, true)
    else state.setState({ kind: 'form', fault: verdict.kind === 'invalid' ? 'login.error.invalidUser' : null }, true)
    return false
  }
  const automatic = async (credentials: Credentials, askServer: () => Promise<LoginForm['server']>): Promise<void> => {
    const isLatest = begin()
    state.setState({ kind: 'asking' }, true)
    const to = await target(await askServer())
    if (!isLatest()) return
    send({ to, credentials, answered: (session) => rememberSession(store, session?.token ?? null) })
  }
  const logout = (): void => {
    begin()
    state.setState({ kind: 'form', fault: null }, true)
    channel.logout()
    store.remove(storageKeys.autoLogin)
    store.remove(storageKeys.passwordHash)
    store.remove(storageKeys.sessionToken)
    void calls.closeSession().then((fault) => {
      if (fault !== null) log(`the session of the browser was not closed: ${fault}`)
    })
  }
  return {
    state,
    calls,
    async submit(request) {
      const isLatest = begin()
      const fault = checkLoginForm(request)
      if (fault) return state.setState({ kind: 'form', fault }, true)
      const account = { user: request.user.trim(), passwordHash: sha256Hex(request.password) }
      // LOGIN-39: whatever was refused or is being tried again is over.
      channel.logout()
      state.setState({ kind: 'asking' }, true)
      if (deps.strict && !(await verify(request, account, isLatest))) return
      await connect(request, account, isLatest)
    },
    submitCode(code) {
      if (last === null) return
      begin()
      send(last, code)
    },
    cancelCode() {
      begin()
      channel.logout()
      state.setState({ kind: 'form', fault: null }, true)
    },
    async startUp() {
      const stored = readAutoLogin(store)
      // LOGIN-46, 48: written for an external login too, whose result is not stored (LOGIN-53).
      if (!stored) {
        forgetLogin(store)
        state.setState({ kind: 'form', fault: null }, true)
      }
      if (deps.external) {
        const server = { address: page.host, port: String(defaultChannelPort) }
        return automatic(deps.external, async () => server)
      }
      if (stored) await automatic(stored.account, async () => ((await calls.isGlobal()) ? stored.server : null))
    },
    logout,
    passwordChanged() {
      logout()
      page.reload()
    },
    async expiredPasswordChanged(newHash) {
      const step = state.getState()
      if (step.kind !== 'expired') return
      const isLatest = begin()
      if (newHash === null) return state.setState({ kind: 'form', fault: null }, true)
      state.setState({ kind: 'asking' }, true)
      await connect(step.request, { ...step.account, passwordHash: newHash }, isLatest)
    },
  }
}

interface Attempt {
  readonly to: ChannelTarget
  readonly credentials: Credentials
  readonly answered: (session: Session | null) => void
}

/** What a refusal asks for; null: the login has failed. A second factor is set up by who has the password of the account itself. */
function codeStep(refusal: string | undefined, credentials: Credentials, before: LoginState): CodeStep | null {
  const account = 'user' in credentials ? credentials : null
  if (refusal === 'second-factor-setup')
    return account && { kind: 'code', setUp: account, isWrong: false, isSent: false }
  const isWrong = refusal === 'second-factor-wrong'
  if (isWrong && before.kind === 'code') return { ...before, isWrong, isSent: false }
  return isWrong || refusal === 'second-factor-needed' ? { kind: 'code', setUp: null, isWrong, isSent: false } : null
}

/** Reports the answer to the next login, once: the session, or null and the code of the refusal. */
function onAnswer(channel: Channel, told: (session: Session | null, refusal?: string) => void): () => void {
  const stop = channel.state.subscribe((state) => {
    const session = sessionOf(state)
    if (session === null && state.kind !== 'refused') return
    stop()
    told(session, state.kind === 'refused' ? state.code : undefined)
  })
  return stop
}
