import type { RolloutDeviceState } from '@fleetglass/contract/firmware'
import { expect, it } from 'vitest'
import { nextStep, type RolloutDevices, type RolloutPlan } from './rollout-step.ts'

const running: RolloutPlan = { state: 'running', firstWave: 2, failureLimit: 50, countedWave: 1, beginS: 0 }
const now = { nowS: 1_000, free: 8 }
const letters: Readonly<Record<string, RolloutDeviceState>> = {
  w: 'waiting',
  o: 'waiting',
  x: 'waiting',
  r: 'running',
  d: 'done',
  f: 'failed',
  s: 'skipped',
}

/**
 * Devices by keys from 1, a letter each: `w` waits, `o` waits and is offline, `x` waits and was removed, `r` runs, `d` done, `f` failed, `s` skipped.
 * A digit behind it is its wave.
 */
function devices(text: string): RolloutDevices {
  const all = text.split(' ').map((word, at) => {
    const [letter = '', wave = '0'] = word
    return { letter, state: letters[letter], deviceKey: at + 1, wave: Number(wave) }
  })
  return {
    members: all.flatMap(({ letter, state, deviceKey, wave }) =>
      state === 'waiting' || state === 'running'
        ? [{ deviceKey, state, wave, isReady: letter === 'w', isRegistered: letter !== 'x' }]
        : [],
    ),
    ended: all.flatMap(({ state, wave }) =>
      state === 'done' || state === 'failed' ? [{ state, wave, devices: 1 }] : [],
    ),
  }
}

const start = (wave: number, ...deviceKeys: number[]) => ({ kind: 'start', wave, deviceKeys })
const wait = { kind: 'wait' }

it.each([
  ['begins with the devices of the first wave', 'w w w w', {}, start(1, 1, 2)],
  ['takes those that are online', 'o w o w w', {}, start(1, 2, 4)],
  ['waits while nobody is online', 'o o', {}, wait],
  ['fills a wave that is not full', 'r1 w w w', {}, start(1, 2)],
  ['waits for the end of a full wave', 'd1 r1 w w', {}, wait],
  ['goes on with twice as many', 'd1 d1 w w w w w w', {}, start(2, 3, 4, 5, 6)],
  ['does not count skipped devices as a part of a wave', 's d1 w w w', {}, start(1, 3)],
  ['starts no more than may run', 'd1 d1 w w w w', { free: 1 }, start(2, 3)],
  ['starts nothing while others use all places', 'w w', { free: 0 }, wait],
  ['starts nothing while more run than may', 'w w', { free: -1 }, wait],
  ['pauses when half of the first wave has failed', 'f1 d1 w w', {}, { kind: 'pause' }],
  ['pauses as soon as the limit is certain', 'f1 r1 w w', {}, { kind: 'pause' }],
  ['goes on below the limit', 'f1 d1 d2 d2 d2 d2 w', {}, start(3, 7)],
  ['counts failures against the devices that are left', 'd1 f1 s s', { failureLimit: 51 }, { kind: 'finish' }],
  ['goes on at a limit that is not reached', 'f1 d1 w w', { failureLimit: 51 }, start(2, 3, 4)],
  [
    'begins small again after failures, and leaves the old ones out',
    'f1 f1 w w w w',
    { countedWave: 2 },
    start(2, 3, 4),
  ],
  ['doubles from there', 'f1 f1 d2 d2 w w w w w', { countedWave: 2 }, start(3, 5, 6, 7, 8)],
  ['does not wait for an old wave', 'r1 f1 w w', { countedWave: 2 }, start(2, 3, 4)],
  ['pauses again at new failures', 'f1 f1 f2 d2 w w', { countedWave: 2 }, { kind: 'pause' }],
  ['ends when nobody waits or runs', 'd1 f1 s s', {}, { kind: 'finish' }],
  ['does not end while a device runs', 'd1 r1', {}, wait],
  ['ends a rollout of removed devices', 's s', {}, { kind: 'finish' }],
  ['leaves out what was removed', 'x w w', {}, { kind: 'skip', reason: 'removed', deviceKeys: [1] }],
  [
    'leaves out who never came',
    'o d1 o',
    { nowS: 30 * 86_400 },
    { kind: 'skip', reason: 'never-online', deviceKeys: [1, 3] },
  ],
  ['does nothing while paused', 'w w', { state: 'paused' }, wait],
  ['does nothing when stopped', 'r1 s', { state: 'stopped' }, wait],
  ['does nothing when done', 'd1', { state: 'done' }, wait],
] as const)('a rollout %s', (_, text, change, expected) => {
  const plan = { ...running, ...change }
  expect(nextStep(plan, devices(text), { ...now, ...change })).toEqual(expected)
})

it('a rollout has waves of at most 1,000 devices', () => {
  const many = Array.from({ length: 3_000 }, (_, at) => ({
    deviceKey: at,
    state: 'waiting' as const,
    wave: 0,
    isReady: true,
    isRegistered: true,
  }))
  const step = nextStep({ ...running, firstWave: 1_000 }, { members: many, ended: [] }, { nowS: 0, free: 5_000 })
  expect(step.kind === 'start' && step.deviceKeys.length).toBe(1_000)
})
