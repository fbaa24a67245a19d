import { type MediaMessage, parseMediaMessage } from '@fleetglass/contract/streams'
import type { Clock } from '../../platform/clock/index.ts'
import type { RawData, WebSocket } from '../../platform/ws/index.ts'
import type { AnyKind, FleetStreamCall } from './stream-kinds.types.ts'

/** Longest text of a client of the usual kind; a longer one closes the socket with 1009. */
export const USUAL_TEXT_BYTES = 4096
/** Commands a viewer may give in a second: a slider sends some, a person fewer. Who sends more is closed with 4429. */
const COMMANDS_PER_S = 20
/** Audio messages that a client may send in a second where its stream takes them: twice what 40 ms frames come to. More are left out. */
const AUDIO_PER_S = 50

export function textBytesOf({ maxTextBytes = USUAL_TEXT_BYTES }: Pick<AnyKind, 'maxTextBytes'>): number {
  return maxTextBytes
}

/** Commands may come while the password is checked: the last few are kept until somebody listens. */
export function collectMessages(
  socket: WebSocket,
  clock: Clock,
  kind: Pick<AnyKind, 'takesAudio' | 'maxTextBytes'>,
  events: { tooMany(): void; failed(error: unknown): void },
): Pick<FleetStreamCall, 'onText' | 'onAudio'> {
  const MAX_EARLY = 8
  let early: string[] = []
  let textListener: ((text: string) => void) | null = null
  let audioListener: ((message: MediaMessage) => void) | null = null
  const commands = perSecond(clock, COMMANDS_PER_S, events.tooMany)
  const audio = perSecond(clock, AUDIO_PER_S)
  /** What a feature throws in an event of the socket would end the process. */
  const guarded = (serve: () => void): void => {
    try {
      serve()
    } catch (error) {
      events.failed(error)
    }
  }
  const take = (data: RawData, isBinary: boolean): void => {
    if ((data as Buffer).length > (isBinary ? USUAL_TEXT_BYTES : textBytesOf(kind))) {
      socket.close(1009)
    } else if (isBinary && kind.takesAudio) {
      const message = audio.take() ? parseMediaMessage(data as Buffer) : null
      if (message?.kind === 'audio') audioListener?.(message)
    } else if (commands.take() && !isBinary) {
      if (textListener) textListener(data.toString())
      else early = [...early, data.toString()].slice(-MAX_EARLY)
    }
  }
  socket.on('message', (data: RawData, isBinary: boolean) => guarded(() => take(data, isBinary)))
  return {
    onText(listener) {
      textListener = listener
      for (const text of early) guarded(() => listener(text))
      early = []
    },
    onAudio(listener) {
      audioListener = listener
    },
  }
}

/** Counts within whole seconds; `onTooMany` is reported once in each. */
function perSecond(clock: Clock, limit: number, onTooMany: () => void = () => {}): { take(): boolean } {
  let second = 0
  let count = 0
  return {
    take() {
      const now = Math.floor(clock.monotonicMs() / 1000)
      count = now === second ? count + 1 : 1
      second = now
      if (count === limit + 1) onTooMany()
      return count <= limit
    },
  }
}
