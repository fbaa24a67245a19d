import { orderedChannels, parseFlags } from '@fleetglass/contract/devices'
import { resolveOptions } from '@fleetglass/contract/variants'
import { describe, expect, it } from 'vitest'
import { offeredChannels } from '../../engines/fleet/index.ts'
import { firstOpen, mostOpen, toggleChannel } from './live.selection.ts'

function channels(count: number) {
  return Array.from({ length: count }, (_, index) => ({ number: index + 1, name: `Camera ${index + 1}` }))
}

const limit = resolveOptions({}).offeredChannels

describe('which channels the live view shows', () => {
  it('[LIVE-14] [CONST0-24] offers only the first 8 channels of a device', () => {
    expect(offeredChannels(channels(16), limit).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('[LIVE-48] [CONST0-26] takes the available channels in the order of the device, and of them the first 8', () => {
    const ordered = orderedChannels(parseFlags('101101111111'), [12, 11, 10, 9, 8]).map((number) => ({
      number,
      name: '',
    }))
    expect(offeredChannels(ordered, limit).map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 1, 3, 4])
  })

  it('[LIVE-17] [CONST0-22] starts with one channel on a phone', () => {
    expect(firstOpen(channels(8), true)).toEqual([1])
  })

  it('[LIVE-18] [CONST0-23] starts with four channels elsewhere', () => {
    expect(firstOpen(channels(8), false)).toEqual([1, 2, 3, 4])
    expect(firstOpen(channels(2), false)).toEqual([1, 2])
  })

  it('[LIVE-05] can have all offered channels open at the same time', () => {
    const offered = channels(8)
    let open = firstOpen(offered, false)
    for (const { number } of offered.slice(4)) {
      const result = toggleChannel(open, number, offered, mostOpen.page)
      if (result.kind === 'changed') open = result.open
    }
    expect(open).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('[LIVE-15] [LIVE-47] opens at most 12 channels, also where the site offers 64', () => {
    const offered = offeredChannels(channels(64), 64)
    const twelve = offered.slice(0, 12).map(({ number }) => number)
    expect(toggleChannel(twelve.slice(0, 11), 12, offered, mostOpen.page)).toEqual({ kind: 'changed', open: twelve })
    expect(toggleChannel(twelve, 13, offered, mostOpen.page)).toEqual({ kind: 'full' })
    expect(toggleChannel(twelve, 3, offered, mostOpen.page).kind).toBe('changed')
  })

  it('keeps the order of the device, whatever was opened first', () => {
    const offered = [...channels(4)].reverse()
    expect(toggleChannel([4, 1], 3, offered, mostOpen.page)).toEqual({ kind: 'changed', open: [4, 3, 1] })
  })
})
