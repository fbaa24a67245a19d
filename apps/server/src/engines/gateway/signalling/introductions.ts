// Belongs here: what 0x0100 and 0x0102 are answered, with codes and without. Codes themselves: ../device-codes.ts.
import { decodeBody, type Header } from '@fleetglass/jt808'
import { networkOf } from '../../../platform/peer/index.ts'
import type { DeviceCodes } from '../gateway.types.ts'
import type { ConnectionState } from './connection.machine.ts'
import type { DeviceSession } from './device-session.ts'
import { Result, type Speaker, type UpMessage } from './speaker.types.ts'

/** Results of 0x8100. */
const Registration = { done: 0, registeredAlready: 3, noSuchTerminal: 4 } as const

/** 0x0100: the code to show at each connection. */
export function receiveRegistration(speaker: Speaker, { header, body }: UpMessage): void {
  const { session } = speaker
  if (!session) return
  const decoded = session.device && decodeBody(header.messageId, header.version, body)
  // Nobody waits: registering is not what the event is about.
  if (session.device && decoded?.ok) speaker.context.signals.message(session.device, decoded.value)?.catch(NOT_STORED)
  const { authentication } = speaker.context
  // Nobody will look at it, and the terminal's own number is the one code that every device accepts.
  if (authentication === 'open') answerRegistration(speaker, header, Registration.done, session.terminal.id)
  else void registerWithCode(speaker, session, header, authentication).catch((error) => failed(speaker, session, error))
}

/** 0x0102: devices bring codes of whatever platform they served before; only where codes are asked for it matters. */
export function receiveAuthentication(speaker: Speaker, message: UpMessage): void {
  const { session } = speaker
  if (!session) return
  const { authentication } = speaker.context
  if (authentication === 'open') introduce(speaker, session, message)
  else void authenticate(speaker, session, message, authentication).catch((error) => failed(speaker, session, error))
}

async function registerWithCode(
  speaker: Speaker,
  session: DeviceSession,
  header: Header,
  codes: DeviceCodes,
): Promise<void> {
  const device = speaker.context.sessions.registered(session.terminal.raw)
  if (!device) {
    answerRegistration(speaker, header, Registration.noSuchTerminal)
    return
  }
  const code = await codes.give(device.key, mayReplace(speaker.state))
  if (speaker.session !== session) return
  if (code === null) {
    const { deviceId } = device
    speaker.context.addressLog.warn(
      networkOf(session.line.address),
      { deviceId },
      'a device registered again: remove and add it if it lost its code',
    )
    answerRegistration(speaker, header, Registration.registeredAlready)
  } else answerRegistration(speaker, header, Registration.done, code)
}

async function authenticate(
  speaker: Speaker,
  session: DeviceSession,
  message: UpMessage,
  codes: DeviceCodes,
): Promise<void> {
  const { header, body, packets } = message
  const { sessions, counters } = speaker.context
  const device = sessions.registered(session.terminal.raw)
  const decoded = decodeBody(header.messageId, header.version, body)
  const code = decoded.ok && decoded.value.name === 'authentication' ? decoded.value.body.code : null
  const right = device !== undefined && code !== null && (await codes.show(device.key, code))
  // The line may have ended meanwhile, or speak for another terminal.
  if (speaker.session !== session) return
  if (right) {
    speaker.event({ kind: 'proven' })
    welcome(speaker, message)
    return
  }
  counters.add('refused', device ? 'wrong-code' : 'not-registered')
  tell(speaker, 'authentication refused: it did not show its code')
  speaker.acknowledge(header, packets, Result.failed)
  // Without a code of its own it may register now; who has one and shows another is not the device.
  if (device && codes.isUsed(device.key)) speaker.event({ kind: 'close', reason: 'not-authenticated' })
}

/** Any code will do, but not on a line that may not take the place of the one at work. */
function introduce(speaker: Speaker, session: DeviceSession, message: UpMessage): void {
  if (!speaker.context.sessions.mayEnter(session, true)) {
    speaker.acknowledge(message.header, message.packets, Result.failed)
    return
  }
  speaker.event({ kind: 'introduced' })
  welcome(speaker, message)
}

/** Who has shown the code on this line may have a new one. */
function mayReplace(state: ConnectionState): boolean {
  return state.kind === 'proven' || (state.kind === 'unproven' && state.hadProven)
}

function welcome(speaker: Speaker, { header, packets }: UpMessage): void {
  speaker.acknowledge(header, packets, Result.done)
  speaker.session?.locate()
}

function answerRegistration(speaker: Speaker, { serial: answeredSerial }: Header, result: number, code?: string): void {
  tell(speaker, result === Registration.done ? 'registered' : `registration refused (result ${result})`)
  speaker.send({ name: 'registrationAnswer', body: { answeredSerial, result, ...(code !== undefined && { code }) } })
}

/** A line in the log of a registered device. */
function tell({ session, context }: Speaker, text: string): void {
  const device = session && context.sessions.registered(session.terminal.raw)
  if (device) context.deviceLog.write(device.deviceId, text)
}

/** The database refused: nothing is said, and the device tries again. */
function failed(speaker: Speaker, { deviceId, line }: DeviceSession, error: unknown): void {
  speaker.context.addressLog.error(
    networkOf(line.address),
    { err: error, deviceId },
    'a device could not be registered or authenticated',
  )
}

/** The event log has told the log. */
const NOT_STORED = (): void => undefined
