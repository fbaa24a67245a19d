import { type Channel, type Credentials, sessionOf } from '../../engines/channel/index.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { storageKeys, type TextStore } from '../../platform/storage/index.ts'

/** LOGIN-15, ENT-097: the main channel's port when the server does not tell one. */
export const defaultChannelPort = 24_680

export interface LoginDeps {
  readonly channel: Channel
  readonly store: TextStore
  /** The page's own address: host without port, and whether it came by https. */
  readonly page: { readonly host: string; readonly secure: boolean }
  /** Asks the server for the main channel's port; null when it does not say. */
  readonly channelPort: () => Promise<number | null>
}

/** Logging in and out, and what of it this browser remembers. */
export interface Login {
  /** LOGIN-47: what is remembered is written once the login was accepted. */
  submit(form: { readonly user: string; readonly password: string; readonly save: boolean }): Promise<void>
  /** LOGIN-45, 46: logs in by itself when everything for it is stored. */
  startUp(): void
  /** LOGIN-40 … 44. */
  logout(): void
}

export function createLogin({ channel, store, page, channelPort }: LoginDeps): Login {
  const connect = async (credentials: Credentials): Promise<void> => {
    const told = await channelPort()
    const port = told ?? (Number(store.get(storageKeys.serverPort)) || defaultChannelPort)
    store.set(storageKeys.serverIp, page.host)
    store.set(storageKeys.serverPort, String(port))
    channel.login({ host: page.host, port, secure: page.secure }, credentials)
  }
  /** Ends the wait for the answer to an earlier submit: its credentials must not be remembered for a later one. */
  let stopWaiting = (): void => undefined
  const forget = (): void => {
    store.set(storageKeys.autoLogin, 'false')
    store.remove(storageKeys.passwordHash)
  }
  return {
    async submit({ user, password, save }) {
      const credentials = { user: user.trim(), passwordHash: sha256Hex(password) }
      stopWaiting()
      stopWaiting = channel.state.subscribe((state) => {
        if (state.kind === 'refused') stopWaiting()
        if (sessionOf(state) === null) return
        stopWaiting()
        store.set(storageKeys.userName, credentials.user)
        forget()
        if (!save) return
        store.set(storageKeys.autoLogin, 'true')
        store.set(storageKeys.passwordHash, credentials.passwordHash)
      })
      await connect(credentials)
    },
    startUp() {
      const user = store.get(storageKeys.userName)
      const passwordHash = store.get(storageKeys.passwordHash)
      const complete = [user, passwordHash, store.get(storageKeys.serverIp), store.get(storageKeys.serverPort)].every(
        Boolean,
      )
      if (store.get(storageKeys.autoLogin) !== 'true' || !complete || !user || !passwordHash) {
        return store.set(storageKeys.autoLogin, 'false')
      }
      void connect({ user, passwordHash })
    },
    logout() {
      stopWaiting()
      channel.logout()
      store.remove(storageKeys.autoLogin)
      store.remove(storageKeys.passwordHash)
    },
  }
}
