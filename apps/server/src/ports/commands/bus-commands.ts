// Commands between nodes. The asking node waits for the node that holds the connection, which answers in every case.
import { type Bus, NoResponder, RequestTimeout } from '../../platform/bus/index.ts'
import { deviceSubject } from '../device-subject.ts'
import { commandReplyCodec, commandRequestCodec } from './command-codecs.ts'
import { usualTimeoutMs } from './command-timeout.ts'
import type { CommandHandler, CommandPort } from './commands.types.ts'
import type { CommandResult } from './device-command.schema.ts'

/** The owning node's own timeout comes first; the bus only notices a node that is gone. */
const BUS_MARGIN_MS = 2_000

/** The command could not be carried between the nodes: it is outside of its schema or limit, or the other node failed. */
export class CommandNotCarried extends Error {}

export function createBusCommands({ bus }: { readonly bus: Bus }): CommandPort {
  return {
    commands: {
      async send(deviceId, command, { timeoutMs = usualTimeoutMs(command) } = {}) {
        const request = commandRequestCodec.encode({ command, timeoutMs })
        const subject = deviceSubject(deviceId, 'command')
        try {
          return readReply(await bus.request(subject, request, timeoutMs + BUS_MARGIN_MS))
        } catch (error) {
          if (error instanceof NoResponder) return { kind: 'offline' }
          if (error instanceof RequestTimeout) return { kind: 'timeout' }
          throw error
        }
      },
    },
    host: {
      serve: (deviceId, handle) =>
        bus.respond(deviceSubject(deviceId, 'command'), (request) => answerRequest(request, handle)),
    },
  }
}

function readReply(bytes: Uint8Array): CommandResult {
  const reply = commandReplyCodec.decode(bytes)
  if (!reply.ok) throw new CommandNotCarried(reply.reason)
  if (!reply.value.ok) throw new CommandNotCarried(reply.value.reason)
  return reply.value.result
}

/** An error becomes a reply: the node that asks learns at once what is wrong instead of waiting for its timeout. */
async function answerRequest(bytes: Uint8Array, handle: CommandHandler): Promise<Uint8Array> {
  try {
    const request = commandRequestCodec.decode(bytes)
    if (!request.ok) return commandReplyCodec.encode({ ok: false, reason: request.reason })
    const { command, timeoutMs } = request.value
    return commandReplyCodec.encode({ ok: true, result: await handle(command, timeoutMs) })
  } catch (error) {
    return commandReplyCodec.encode({ ok: false, reason: error instanceof Error ? error.message : String(error) })
  }
}
