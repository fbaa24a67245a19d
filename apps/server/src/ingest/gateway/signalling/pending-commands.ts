// Belongs here: commands under way on one connection and which answer belongs to which.
// Does not: how a frame is written (device-connection.ts), who may command (features).
import type { Message } from '@fleetglass/jt808'
import type { Clock } from '../../../platform/clock/index.ts'
import type { CommandResult, DeviceCommand } from '../../../ports/commands/index.ts'
import { answerOf, carriesSerial, GENERAL_ANSWER, generalAnswerEnds, namesItsCommand } from './command-answers.ts'
import { answerIn } from './command-messages.ts'

/** Commands that may wait for one device; a further one is refused at once. */
const MAX_PENDING = 64

/** What 0x0001 says for "failed": also our own answer when too many commands are pending. */
const FAILED = 1

/** Numbers of the frames that carried a command: the answer names one of them. */
export interface SentSerials {
  readonly messageId: number
  readonly first: number
  readonly last: number
}

export interface PendingCommandsDeps {
  readonly clock: Clock
  /** Writes the command's message; `null` when the line is closing. */
  readonly send: (command: DeviceCommand) => SentSerials | null
}

/** The same with the answer as it came. */
type MessageResult =
  | Exclude<CommandResult, { kind: 'answered' }>
  | { readonly kind: 'answered'; readonly message: Message }

interface Pending {
  readonly sent: SentSerials
  readonly settle: (result: MessageResult) => void
}

interface Shot {
  readonly channel: number
  readonly settle: (result: CommandResult) => void
}

export class PendingCommands {
  readonly #deps: PendingCommandsDeps
  /** In order of sending; at most `MAX_PENDING`. */
  readonly #pending = new Set<Pending>()
  /** Pictures asked for and not there yet; each also has its command, or had it. At most `MAX_PENDING`. */
  readonly #shots = new Set<Shot>()

  constructor(deps: PendingCommandsDeps) {
    this.#deps = deps
  }

  /** Commands whose answer is awaited. */
  get waiting(): number {
    return this.#pending.size
  }

  /** Sends a command and waits for its answer; for a picture, until all of it is here. */
  async ask(command: DeviceCommand, timeoutMs: number): Promise<CommandResult> {
    if (command.name === 'takePicture') return this.#takePicture(command, timeoutMs)
    const result = await this.#exchange(command, timeoutMs)
    return result.kind === 'answered' ? { kind: 'answered', answer: answerIn(result.message) } : result
  }

  async #exchange(command: DeviceCommand, timeoutMs: number): Promise<MessageResult> {
    if (this.#pending.size >= MAX_PENDING) return { kind: 'refused', result: FAILED }
    const sent = this.#deps.send(command)
    if (!sent) return { kind: 'offline' }
    return this.#within<Pending, MessageResult>(timeoutMs, this.#pending, (settle) => ({ sent, settle }))
  }

  async #takePicture(
    command: Extract<DeviceCommand, { name: 'takePicture' }>,
    timeoutMs: number,
  ): Promise<CommandResult> {
    if (this.#shots.size >= MAX_PENDING) return { kind: 'refused', result: FAILED }
    const { channel } = command
    const waited = this.#within<Shot, CommandResult>(timeoutMs, this.#shots, (settle) => ({ channel, settle }))
    const shot = [...this.#shots].at(-1)
    void this.#exchange(command, timeoutMs).then((result) => {
      // The picture itself may come before, after or instead of 0x0805: only a refusal ends the wait.
      const failure = failureOf(result)
      if (failure) shot?.settle(failure)
    })
    return waited
  }

  /** An up message that may answer: true when a caller waited for it. `serial` is the one it names, if it names one. */
  answered(messageId: number, serial: number | null, message: Message): boolean {
    if (messageId === GENERAL_ANSWER) return this.#generalAnswer(message)
    const pending = this.#pendingOf(messageId, serial)
    pending?.settle({ kind: 'answered', message })
    return pending !== undefined
  }

  /** The same for an answer that cannot be decoded. */
  unreadable(messageId: number, serial: number | null): boolean {
    const pending = this.#pendingOf(messageId, serial)
    pending?.settle({ kind: 'unreadable' })
    return pending !== undefined
  }

  #pendingOf(messageId: number, serial: number | null): Pending | undefined {
    const waiting = [...this.#pending].filter(({ sent }) => answerOf(sent.messageId) === messageId)
    const exact = carriesSerial(messageId) ? waiting.find(({ sent }) => names(sent, serial)) : undefined
    // Devices exist that answer with serial 0: then the oldest that waits for this message is meant.
    return exact ?? (namesItsCommand(messageId, serial) ? undefined : waiting[0])
  }

  /** A whole picture came. True when a caller waited for one of this channel. */
  picture(channel: number, jpeg: Uint8Array): boolean {
    const shot = [...this.#shots].find((waiting) => waiting.channel === channel)
    shot?.settle({ kind: 'answered', answer: { name: 'picture', jpeg } })
    return shot !== undefined
  }

  /** The connection ended: no answer will come any more. */
  close(): void {
    for (const { settle } of [...this.#pending, ...this.#shots]) settle({ kind: 'offline' })
  }

  #generalAnswer(message: Message): boolean {
    if (message.name !== 'terminalAnswer') return false
    const { answeredSerial: serial, answeredId: messageId, result } = message.body
    const pending = [...this.#pending].find(({ sent }) => sent.messageId === messageId && names(sent, serial))
    if (!pending) return false
    if (result !== 0) pending.settle({ kind: 'refused', result })
    else if (generalAnswerEnds(messageId)) pending.settle({ kind: 'answered', message })
    return true
  }

  #within<Entry, Result>(
    timeoutMs: number,
    entries: Set<Entry>,
    entry: (settle: (result: Result | { kind: 'timeout' }) => void) => Entry,
  ): Promise<Result | { kind: 'timeout' }> {
    return new Promise((resolve) => {
      const timer = this.#deps.clock.after(timeoutMs, () => settle({ kind: 'timeout' }))
      const settle = (result: Result | { kind: 'timeout' }): void => {
        timer.cancel()
        entries.delete(made)
        resolve(result)
      }
      const made = entry(settle)
      entries.add(made)
    })
  }
}

function names(sent: SentSerials, serial: number | null): boolean {
  if (serial === null) return false
  return ((serial - sent.first) & 0xffff) <= ((sent.last - sent.first) & 0xffff)
}

function failureOf(result: MessageResult): CommandResult | null {
  if (result.kind !== 'answered') return result
  if (result.message.name === 'shotResult' && result.message.body.result !== 0) {
    return { kind: 'refused', result: result.message.body.result }
  }
  return null
}
