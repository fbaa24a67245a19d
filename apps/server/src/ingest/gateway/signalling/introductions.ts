// Belongs here: what 0x0100 and 0x0102 are answered, with codes and without. Codes themselves: services/directory/devices/device-codes.ts.
import { decodeBody, type Header } from '@fleetglass/jt808'
import { networkOf } from '../../../platform/remote-address/index.ts'
import type { ConnectionState } from './connection.machine.ts'
import type { DeviceSession } from './device-session.ts'
import { Result, type Speaker, type UpMessage } from './speaker.types.ts'

/** Result of 0x8100: the same whether the number is registered or not, so that it does not reveal which numbers exist. */
const REGISTERED = 0

/** 0x0100: the code to show at each connection. */
export function receiveRegistration(speaker: Speaker, { header, body }: UpMessage): void {
  const { session } = speaker
  if (!session) return
  const decoded = decodeBody(header.messageId, header.version, body)
  session.registration = decoded.ok ? decoded.value : null
  reportRegistration(speaker)
  // In `open` no client looks at it, and the terminal's own number is the one code that every device accepts.
  if (speaker.context.authentication.mode === 'open') answerRegistration(speaker, header, session.terminal.id)
  else void registerWithCode(speaker, session, header).catch((error) => failed(speaker, session, error))
}

/** 0x0102: devices bring codes of whatever platform they served before; only where the code is required it matters. */
export function receiveAuthentication(speaker: Speaker, message: UpMessage): void {
  const { session } = speaker
  if (!session) return
  void authenticate(speaker, session, message).catch((error) => failed(speaker, session, error))
}

/** A number that no user has added, and one whose device has a code already, gets a code that is worth nothing. */
async function registerWithCode(speaker: Speaker, session: DeviceSession, header: Header): Promise<void> {
  const { authentication, sessions, addressLog } = speaker.context
  const code = authentication.make(session.terminal.id)
  const device = sessions.registered(session.terminal.raw)
  // Beside a device that is at work on another line, a further registration must not replace what that was given.
  const isRival = isWaiting(speaker.state) && !sessions.mayEnter(session, false)
  const mayAsk = device !== undefined && !isRival
  const by = { address: session.transport.address, isProven: mayReplace(speaker.state) }
  const isGiven = mayAsk && (await authentication.give(device.key, code, by))
  if (speaker.session !== session) return
  if (device && !isGiven) {
    const { deviceId } = device
    addressLog.warn(networkOf(session.transport.address), { deviceId }, `a device registered again: ${LOST_CODE}`)
    logToDevice(speaker, `registration without a valid code: ${LOST_CODE}`)
  }
  answerRegistration(speaker, header, code)
}

const LOST_CODE = 'reset its authentication code if it lost it'

async function authenticate(speaker: Speaker, session: DeviceSession, message: UpMessage): Promise<void> {
  const { header, body, packets } = message
  const { sessions, counters, authentication } = speaker.context
  const device = sessions.registered(session.terminal.raw)
  const decoded = decodeBody(header.messageId, header.version, body)
  const code = decoded.ok && decoded.value.name === 'authentication' ? unpadded(decoded.value.body.code) : null
  const isRight = device !== undefined && code !== null && (await isShown(speaker, session, device.key, code))
  // The line may have ended meanwhile, or speak for another terminal.
  if (speaker.session !== session) return
  const isRequired = authentication.mode === 'code' || (device !== undefined && authentication.requires(device.key))
  if (!isRequired) {
    introduce(speaker, session, message)
    return
  }
  if (isRight) {
    welcome(speaker, message, 'proven')
    return
  }
  counters.add('rejected', device ? 'wrong-code' : 'not-registered')
  logToDevice(speaker, 'authentication refused: it did not show its code')
  speaker.acknowledge(header, packets, Result.failed)
  // Without a code of its own it may register now; who has one and shows another is not the device.
  if (device && authentication.isUsed(device.key)) speaker.event({ kind: 'close', reason: 'not-authenticated' })
}

/** Some devices send the code as a field of fixed width, filled with 00. */
function unpadded(code: string): string {
  return code.replace(/\0+$/, '')
}

/** In `open` no code is looked at. */
async function isShown(
  { context }: Speaker,
  session: DeviceSession,
  deviceKey: number,
  code: string,
): Promise<boolean> {
  const { authentication } = context
  const shown = { code, terminalId: session.terminal.id, address: session.transport.address }
  return authentication.mode !== 'open' && (await authentication.show(deviceKey, shown))
}

/** Any code will do, but not on a line that may not take the place of the one at work. */
function introduce(speaker: Speaker, session: DeviceSession, message: UpMessage): void {
  if (!speaker.context.sessions.mayEnter(session, true)) {
    speaker.acknowledge(message.header, message.packets, Result.failed)
    return
  }
  welcome(speaker, message, 'introduced')
}

function isWaiting({ kind }: ConnectionState): boolean {
  return kind === 'rival' || kind === 'arriving'
}

/** Who has shown the code on this line may have a new one. */
function mayReplace(state: ConnectionState): boolean {
  return state.kind === 'proven' || (state.kind === 'unproven' && state.hadProven)
}

/** Answers before it enters: many devices take no command until they have read that they may come in. */
function welcome(speaker: Speaker, { header, packets }: UpMessage, as: 'proven' | 'introduced'): void {
  speaker.acknowledge(header, packets, Result.done)
  speaker.event({ kind: as })
  reportRegistration(speaker)
  speaker.session?.locate()
}

function answerRegistration(speaker: Speaker, { serial: answeredSerial }: Header, code: string): void {
  speaker.send({ name: 'registrationAnswer', body: { answeredSerial, result: REGISTERED, code } })
}

/** What the device says of itself, as soon as it counts. Nobody waits: registering is not what the event is about. */
function reportRegistration({ session, context }: Speaker): void {
  if (!session?.device || !session.registration) return
  context.deviceLog.write(session.deviceId, 'registered')
  context.reports.message(session.device, session.registration)?.catch(NOT_STORED)
  session.registration = null
}

/** A line in the log of a registered device. */
function logToDevice({ session, context }: Speaker, text: string): void {
  const device = session && context.sessions.registered(session.terminal.raw)
  if (device) context.unauthenticatedLog.write(device.deviceId, text, text)
}

/** The database refused: the device gets no answer and tries again. */
function failed(speaker: Speaker, { deviceId, transport }: DeviceSession, error: unknown): void {
  speaker.context.addressLog.error(
    networkOf(transport.address),
    { err: error, deviceId },
    'a device could not be registered or authenticated',
  )
}

/** The event log has logged it. */
const NOT_STORED = (): void => undefined
