import { AppError } from '@fleetglass/contract/errors'
import { MONITOR_LOGIN } from '@fleetglass/contract/monitors'
import {
  decodeLogin,
  encodeLoggedIn,
  encodeServerInfo,
  LOGIN,
  SERVER_INFO,
  type ServerInfo,
} from '@fleetglass/contract/session'
import { type ChannelMessage, type LoginCall, loginMessage, message } from '../../platform/channel/index.ts'
import type { Session } from '../../services/authentication/index.ts'

/** Login and server info on the main channel. */
export function sessionMessages(deps: {
  readonly session: Session
  readonly serverInfo: () => ServerInfo
}): ChannelMessage[] {
  const logIn = async (call: LoginCall): Promise<void> => {
    const asked = decodeLogin(call.fields)
    const result = asked && (await deps.session.login(asked, call.connection))
    if (result?.kind !== 'logged-in') throw new AppError('wrong-credentials')
    const { account, credential, session, closed } = result
    call.connection.onClose(closed)
    call.accept(account, deps.session)
    const { name, permission, access, mapLocation } = account
    const own = session !== null && { session }
    const granted = { user: name, permission, access, passwordHash: credential, ...own, ...placeOf(mapLocation) }
    call.reply(encodeLoggedIn(granted))
  }
  return [
    loginMessage(LOGIN, 'Logged in as user {U}', logIn),
    loginMessage(MONITOR_LOGIN, 'Logged in to the internal pages as user {U}', logIn),
    message(SERVER_INFO, 'login', 'Read the information about the server', (call) =>
      call.reply(encodeServerInfo(deps.serverInfo())),
    ),
  ]
}

function placeOf(mapLocation: string): { mapCenter?: { latDeg: number; lngDeg: number } } {
  const [latDeg, lngDeg] = mapLocation.split(',').map(Number)
  return mapLocation === '' || latDeg === undefined || lngDeg === undefined ? {} : { mapCenter: { latDeg, lngDeg } }
}
