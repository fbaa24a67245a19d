import { MONITOR_LOGIN } from '@fleetglass/contract/monitors'
import {
  decodeLogin,
  encodeLoggedIn,
  encodeServerInfo,
  LOGIN,
  LOGIN_REFUSED,
  SERVER_INFO,
  type ServerInfo,
} from '@fleetglass/contract/session'
import type { LoginCall, MainChannel } from '../../platform/channel/index.ts'
import { Refusal } from '../../platform/refusal/index.ts'
import type { Session } from '../../services/authentication/index.ts'

/** Login and server info on the main channel. */
export function sessionMessages(channel: MainChannel, deps: { session: Session; serverInfo: () => ServerInfo }): void {
  const logIn = async (call: LoginCall): Promise<void> => {
    const asked = decodeLogin(call.fields)
    const result = asked && (await deps.session.login(asked, call.connection.address))
    if (result?.kind !== 'logged-in') throw new Refusal('bad-credentials', LOGIN_REFUSED)
    const { account, credential } = result
    call.accept(account, deps.session)
    const { name, permission, access, mapLocation } = account
    call.reply(encodeLoggedIn({ user: name, permission, access, passwordHash: credential, ...placeOf(mapLocation) }))
  }
  channel.login(LOGIN, logIn)
  channel.login(MONITOR_LOGIN, logIn)
  channel.message(SERVER_INFO, 'login', (call) => call.reply(encodeServerInfo(deps.serverInfo())))
}

function placeOf(mapLocation: string): { mapCenter?: { latDeg: number; lngDeg: number } } {
  const [latDeg, lngDeg] = mapLocation.split(',').map(Number)
  return mapLocation === '' || latDeg === undefined || lngDeg === undefined ? {} : { mapCenter: { latDeg, lngDeg } }
}
