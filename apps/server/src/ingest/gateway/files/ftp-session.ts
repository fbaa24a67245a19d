// Belongs here: one FTP control connection, RFC 959 with RFC 2428 (EPSV) and RFC 3659 (SIZE, REST), uploads only. Does not:
// accounts and files (uploads.ts), accepting (files-listener.ts).
import type { Socket } from 'node:net'
import type { Clock } from '../../../platform/clock/index.ts'
import type { LimitedLog, Log } from '../../../platform/log/index.ts'
import { networkOf } from '../../../platform/remote-address/index.ts'
import type { FileSink, UploadFailure, UploadPlace, Uploads } from '../../../ports/files/index.ts'
import { endSoon, type SocketOwner } from '../tcp-listener.ts'
import { type FtpCommand, FtpLines, readCommand, resolvePath } from './ftp-lines.ts'
import { type PassivePort, plainAddress } from './passive-port.ts'
import type { PassivePorts } from './passive-ports.ts'

/** Until the right password came. */
const LOGIN_MS = 10_000
/** Without a command, and without a byte of a file. */
const SILENT_MS = 120_000
/** From the answer to PASV to the connection, and between two bytes of a file. */
const DATA_SILENT_MS = 60_000
const WRONG_LOGINS = 3
/** Commands that wait for an earlier one; clients wait for each answer. */
const MAX_WAITING = 16
/** Answers that are not taken. */
const MAX_UNREAD_BYTES = 16 * 1024

export interface FtpContext {
  readonly clock: Clock
  readonly log: Log
  /** Limited by address, because anyone who connects can cause its lines. */
  readonly addressLog: LimitedLog
  readonly uploads: Pick<Uploads, 'admit'>
  readonly ports: PassivePorts
  /** Sent in the answer to PASV where it is an IPv4 address; empty: the address the device connected to. */
  readonly publicHost: () => string
}

type State =
  | { readonly kind: 'unauthenticated'; readonly user: string; readonly wrong: number }
  | { readonly kind: 'admitted'; readonly place: UploadPlace; readonly forget: () => void }
  | { readonly kind: 'over' }

/** From the greeting to the end of the connection. */
export class FtpSession implements SocketOwner {
  readonly #context: FtpContext
  readonly #socket: Socket
  readonly #onAdmitted: () => void
  readonly #lines = new FtpLines()
  readonly #address: string
  readonly #localAddress: string
  #state: State = { kind: 'unauthenticated', user: '', wrong: 0 }
  #directory = '/'
  #restartAt = 0
  #port: PassivePort | null = null
  /** A file is being received over the port. */
  #transfer: { receivedMs: number; readonly over: Promise<void> } | null = null
  readonly #connectedMs: number
  #receivedMs: number
  #waiting = 0
  #work = Promise.resolve()

  /** `onAdmitted`: it is a device's from now on. */
  constructor(context: FtpContext, socket: Socket, onAdmitted: () => void) {
    this.#context = context
    this.#onAdmitted = onAdmitted
    this.#socket = socket
    this.#address = plainAddress(socket.remoteAddress)
    this.#localAddress = plainAddress(socket.localAddress)
    this.#connectedMs = context.clock.monotonicMs()
    this.#receivedMs = this.#connectedMs
    this.#reply(220, 'Recordings are taken here')
  }

  receive(chunk: Uint8Array): void {
    if (this.#state.kind === 'over') return
    this.#receivedMs = this.#context.clock.monotonicMs()
    if (this.#state.kind === 'admitted') this.#state.place.arrived()
    const lines = this.#lines.push(chunk)
    if (lines === null) this.#end(500, 'The line is too long')
    else for (const line of lines) this.#take(line)
  }

  ended(): void {
    this.#over()
  }

  /** Another upload needs its place. */
  freeSpace(): void {
    this.#end(421, 'Others want to log in')
  }

  /** Every few seconds. */
  tick(nowMs: number): void {
    if (this.#state.kind === 'unauthenticated' && nowMs - this.#connectedMs > LOGIN_MS) this.#end(421, 'No login came')
    else if (this.#transfer !== null) {
      // A client that sends a file sends no other command.
      if (nowMs - this.#transfer.receivedMs > DATA_SILENT_MS) this.#dropPort()
    } else if (nowMs - this.#receivedMs > SILENT_MS) this.#end(421, 'Nothing came for too long')
  }

  #take(line: string): void {
    if (this.#state.kind === 'over') return
    const command = readCommand(line)
    if (command === null) {
      this.#reply(500, 'This is no command')
      return
    }
    this.#waiting += 1
    if (this.#waiting > MAX_WAITING) {
      this.#end(421, 'Wait for the answers')
      return
    }
    this.#work = this.#work
      .then(() => this.#obey(command))
      .catch((error: unknown) => {
        this.#context.addressLog.error(networkOf(this.#address), { err: error }, 'an FTP command failed')
        this.#end(451, 'The server failed')
      })
      .finally(() => {
        this.#waiting -= 1
      })
  }

  async #obey({ name, argument }: FtpCommand): Promise<void> {
    const { kind } = this.#state
    if (kind === 'over') return
    const general = ANSWERS[name]
    if (general) this.#reply(...general)
    else if (name === 'QUIT') this.#end(221, 'Goodbye')
    else if (name === 'USER') this.#user(argument)
    else if (name === 'PASS') this.#password(argument)
    else if (kind === 'unauthenticated') this.#reply(530, 'Log in first')
    else await this.#admitted(name, argument)
  }

  async #admitted(name: string, argument: string): Promise<void> {
    switch (name) {
      case 'PWD':
      case 'XPWD':
        this.#reply(257, `"${this.#directory.replaceAll('"', '""')}"`)
        return
      case 'CWD':
      case 'XCWD':
        this.#change(argument)
        return
      case 'CDUP':
        this.#change('..')
        return
      case 'MKD':
      case 'XMKD': {
        const path = this.#resolve(argument)
        if (path !== null) this.#reply(257, `"${path.replaceAll('"', '""')}"`)
        return
      }
      case 'REST':
        this.#restart(argument)
        return
      case 'SIZE':
        await this.#size(argument)
        return
      case 'PASV':
      case 'EPSV':
        await this.#passive(name)
        return
      case 'STOR':
      case 'APPE':
        await this.#store(name, argument)
        return
      case 'ABOR':
        // RFC 959, 4.1.3: first what becomes of the file, then that it was ended.
        this.#dropPort()
        await this.#transfer?.over
        this.#reply(226, 'Ended')
        return
      default:
        // Nothing is listed, read, renamed or removed.
        this.#reply(502, 'Only uploads are taken here, by passive connections')
    }
  }

  /** Where a path leads; `null`: the device was answered that it is too long. */
  #resolve(argument: string): string | null {
    const path = resolvePath(this.#directory, argument)
    if (path === null) this.#reply(550, 'The path is too long')
    return path
  }

  #change(argument: string): void {
    const directory = this.#resolve(argument)
    if (directory === null) return
    this.#directory = directory
    this.#reply(250, 'Every directory is there')
  }

  #user(user: string): void {
    if (this.#state.kind !== 'unauthenticated') this.#reply(503, 'You are logged in')
    else {
      this.#state = { ...this.#state, user }
      this.#reply(331, 'And the password?')
    }
  }

  #password(password: string): void {
    const state = this.#state
    if (state.kind !== 'unauthenticated') {
      this.#reply(503, 'You are logged in')
      return
    }
    const place = this.#context.uploads.admit(state.user, password)
    if (place !== null) {
      const forget = place.onClose(() => this.#end(421, 'The upload is over'))
      this.#state = { kind: 'admitted', place, forget }
      this.#onAdmitted()
      place.arrived()
      this.#context.log.info({ peer: this.#address, deviceId: place.deviceId }, 'a device brings files')
      this.#reply(230, 'Welcome')
      return
    }
    this.#context.addressLog.info(networkOf(this.#address), { peer: this.#address }, 'a wrong FTP login')
    this.#state = { ...state, wrong: state.wrong + 1 }
    if (this.#state.wrong < WRONG_LOGINS) this.#reply(530, 'Wrong user or password')
    else this.#end(530, 'Wrong user or password')
  }

  #restart(argument: string): void {
    const at = /^\d{1,15}$/.test(argument) ? Number(argument) : -1
    if (at >= 0) this.#restartAt = at
    if (at >= 0) this.#reply(350, `Goes on at ${at}`)
    else this.#reply(501, 'A place in the file is a number of bytes')
  }

  async #size(argument: string): Promise<void> {
    if (this.#state.kind !== 'admitted') return
    const path = this.#resolve(argument)
    if (path === null) return
    const size = await this.#state.place.size(path)
    if (size === null) this.#reply(550, 'Nothing of it is here')
    else this.#reply(213, String(size))
  }

  async #passive(name: 'PASV' | 'EPSV'): Promise<void> {
    if (this.#transfer !== null) {
      this.#reply(425, 'A file is being received')
      return
    }
    const { ports } = this.#context
    const publicHost = this.#context.publicHost()
    this.#dropPort()
    const shown = IPV4.test(publicHost) ? publicHost : this.#localAddress
    if (name === 'PASV' && !IPV4.test(shown)) {
      this.#reply(425, 'Use EPSV')
      return
    }
    const { place } = this.#state as State & { kind: 'admitted' }
    const port = await ports.open(place, this.#address)
    if (this.#isOver()) port?.close()
    else if (port === null) this.#reply(425, 'No port is free, try again')
    else {
      this.#port = port
      const [high, low] = [port.port >> 8, port.port & 0xff]
      if (name === 'EPSV') this.#reply(229, `Connect (|||${port.port}|)`)
      else this.#reply(227, `Connect (${shown.replaceAll('.', ',')},${high},${low})`)
    }
  }

  async #store(name: 'STOR' | 'APPE', argument: string): Promise<void> {
    const { place } = this.#state as State & { kind: 'admitted' }
    const port = this.#port
    const restartAt = this.#restartAt
    this.#restartAt = 0
    if (argument === '') this.#reply(501, 'Which file?')
    else if (this.#transfer !== null) this.#reply(425, 'A file is being received')
    else if (port === null) this.#reply(425, 'Ask for a port first')
    else {
      const from = name === 'APPE' ? 'end' : restartAt === 0 ? 'start' : restartAt
      const path = this.#resolve(argument)
      if (path === null) return
      const sink = await place.begin(path, from)
      if (typeof sink === 'string') {
        this.#dropPort()
        this.#reply(...UPLOAD_FAILURES[sink])
      } else if (this.#isOver()) await sink.close(false)
      else {
        const { promise: over, resolve } = Promise.withResolvers<void>()
        this.#transfer = { receivedMs: this.#context.clock.monotonicMs(), over }
        port.isUsed = true
        this.#reply(150, 'Send it')
        // Not awaited: commands are obeyed meanwhile. It never rejects, and ends with its port.
        void this.#transferFile(port, sink).then(resolve)
      }
    }
  }

  async #transferFile(port: PassivePort, sink: FileSink): Promise<void> {
    const received = await this.#receiveFile(port, sink)
    const outcome = await sink.close(received === 'complete').then(
      () => received,
      (error: unknown): Outcome => {
        this.#context.log.error({ err: error }, 'a file that was uploaded could not be closed')
        return 'failing'
      },
    )
    this.#transfer = null
    if (this.#port === port) this.#port = null
    port.close()
    this.#reply(...OUTCOMES[outcome])
  }

  async #receiveFile(port: PassivePort, sink: FileSink): Promise<Outcome> {
    const socket = await port.connection
    if (socket === null) return 'no-connection'
    try {
      for await (const chunk of socket as AsyncIterable<Uint8Array>) {
        if (this.#transfer) this.#transfer.receivedMs = this.#context.clock.monotonicMs()
        const result = await sink.write(chunk)
        if (result !== 'written') return result
      }
      return 'complete'
    } catch {
      // A line that is cut shows in no other way.
      return 'cut'
    }
  }

  #dropPort(): void {
    this.#port?.close()
    this.#port = null
  }

  #isOver(): boolean {
    return this.#state.kind === 'over'
  }

  #reply(code: number, text: string): void {
    if (this.#state.kind === 'over') return
    this.#socket.write(`${code} ${text}\r\n`)
    if (this.#socket.writableLength > MAX_UNREAD_BYTES) {
      this.#over()
      this.#socket.destroy()
    }
  }

  #end(code: number, text: string): void {
    this.#reply(code, text)
    this.#over()
    endSoon(this.#socket, this.#context.clock)
  }

  #over(): void {
    if (this.#state.kind === 'admitted') this.#state.forget()
    this.#state = { kind: 'over' }
    this.#dropPort()
  }
}

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/

type Outcome = 'complete' | 'cut' | 'no-connection' | 'full' | 'failing'
type Reply = readonly [code: number, text: string]

const OUTCOMES: Readonly<Record<Outcome, Reply>> = {
  complete: [226, 'It is here'],
  cut: [426, 'The connection was cut'],
  'no-connection': [425, 'No connection came'],
  full: [552, 'More than was asked for'],
  failing: [452, 'The disk does not take it'],
}

const UPLOAD_FAILURES: Readonly<Record<UploadFailure, Reply>> = {
  busy: [450, 'This file is being received'],
  'too-many-files': [452, 'Too many files'],
  'no-such-place': [554, 'Less of it is here'],
  failing: [452, 'The disk does not take it'],
}

/** Commands with a fixed answer for every client. */
const ANSWERS: Readonly<Record<string, Reply>> = {
  NOOP: [200, 'Yes'],
  SYST: [215, 'UNIX Type: L8'],
  FEAT: [211, 'SIZE, REST STREAM, EPSV, UTF8'],
  OPTS: [200, 'As it is'],
  // Bytes are kept as they come, whatever they are called.
  TYPE: [200, 'Bytes are kept as they come'],
  MODE: [200, 'Bytes are kept as they come'],
  STRU: [200, 'Bytes are kept as they come'],
  ALLO: [202, 'Not needed'],
}
