import { createManualClock, until } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import type { CommandResult, DeviceCommands } from '../../ports/commands/index.ts'
import type { VoiceListener } from '../../ports/talk/talk.types.ts'
import type { DeviceRegistry } from '../../services/directory/index.ts'
import type { Fleet } from '../../services/live-state/index.ts'
import { createVoices } from './voices.ts'

const DEVICE = '13800138000'
const answered: CommandResult = { kind: 'answered', answer: { name: 'done', serial: 0 } }
const nobody: VoiceListener = { state: () => {}, heard: () => {} }

/** Voices to a device that answers when it is told to; `told`: what it was sent, in order. */
function voicesToSlowDevice() {
  const told: string[] = []
  const answers: (() => void)[] = []
  const commands: DeviceCommands = {
    send(_, command) {
      if (command.name === 'readAudioAbilities') return Promise.resolve({ kind: 'timeout' })
      told.push(command.name)
      return new Promise((resolve) => answers.push(() => resolve(answered)))
    },
  }
  const unchanged = { onChange: () => ({ close: () => {} }) }
  const [fleet, registry] = [unchanged as unknown as Fleet, unchanged as unknown as DeviceRegistry]
  const [clock, log, metrics] = [createManualClock(), createLog('silent'), createMetrics()]
  const voices = createVoices({ clock, log, metrics, fleet, registry, commands })
  const open = () => {
    const voice = voices.open({ kind: 'talk', deviceId: DEVICE, channel: 1, speaker: 'one' }, nobody)
    if (voice === 'busy') throw new Error('somebody speaks')
    return voice
  }
  const answerAll = async (): Promise<void> => {
    for (const answer of answers.splice(0)) answer()
    // What follows an answer follows in its turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { told, open, answerAll }
}

describe('a talk that is given up while the device is asked', () => {
  it('is closed again after its yes: its microphone must not stay open', async () => {
    const { told, open, answerAll } = voicesToSlowDevice()
    open().close()
    expect(told).toEqual(['startTalk', 'endTalk'])
    await answerAll()
    await until('it is told again', () => told.length === 3)
    expect(told[2]).toBe('endTalk')
  })

  it('is not closed again when somebody speaks to the device by then', async () => {
    const { told, open, answerAll } = voicesToSlowDevice()
    open().close()
    open()
    await answerAll()
    await answerAll()
    expect(told).toEqual(['startTalk', 'endTalk', 'startTalk'])
  })
})
