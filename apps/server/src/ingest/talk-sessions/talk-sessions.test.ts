import { createManualClock, until } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import type { CommandResult, DeviceCommands } from '../../ports/commands/index.ts'
import type { TalkListener } from '../../ports/talk/talk.types.ts'
import type { DeviceRegistry } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import { createTalkSessions } from './talk-sessions.ts'

const DEVICE = '13800138000'
const answered: CommandResult = { kind: 'answered', answer: { name: 'done', serial: 0 } }
const nobody: TalkListener = { state: () => {}, received: () => {} }

/** Talk sessions with a device that answers on request. `told`: the commands it received, in order. */
function talksWithSlowDevice() {
  const reported: string[] = []
  const answers: (() => void)[] = []
  const commands: DeviceCommands = {
    send(_, command) {
      if (command.name === 'readAudioAbilities') return Promise.resolve({ kind: 'timeout' })
      reported.push(command.name)
      return new Promise((resolve) => answers.push(() => resolve(answered)))
    },
  }
  const unchanged = { onChange: () => ({ close: () => {} }) }
  const [fleet, registry] = [unchanged as unknown as Fleet, unchanged as unknown as DeviceRegistry]
  const [clock, log, metrics] = [createManualClock(), createLog('silent'), createMetrics()]
  const talkSessions = createTalkSessions({ clock, log, metrics, fleet, registry, commands })
  const open = () => {
    const talk = talkSessions.open({ kind: 'talk', deviceId: DEVICE, channel: 1, speaker: 'one' }, nobody)
    if (talk === 'busy') throw new Error('somebody speaks')
    return talk
  }
  const answerAll = async (): Promise<void> => {
    for (const answer of answers.splice(0)) answer()
    // What follows an answer follows in its turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { reported, open, answerAll }
}

describe('a talk that is given up while the device is asked', () => {
  it('is closed again after its yes: its microphone must not stay open', async () => {
    const { reported, open, answerAll } = talksWithSlowDevice()
    open().close()
    expect(reported).toEqual(['startTalk', 'endTalk'])
    await answerAll()
    await until('it is reported again', () => reported.length === 3)
    expect(reported[2]).toBe('endTalk')
  })

  it('is not closed again when a user speaks to the device by then', async () => {
    const { reported, open, answerAll } = talksWithSlowDevice()
    open().close()
    open()
    await answerAll()
    await answerAll()
    expect(reported).toEqual(['startTalk', 'endTalk', 'startTalk'])
  })
})
