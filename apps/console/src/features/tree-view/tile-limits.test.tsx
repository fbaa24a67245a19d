// @vitest-environment happy-dom
// How many tiles a user may add on the page, by permission and by the option of the site, and where they are stored.
import type { Wrap } from '@fleetglass/contract/tree-view'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { type SilentStreams, standInForStreams } from '../../engines/player/test/silent-streams.ts'
import { memoryStore, type TextStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

type Console = Awaited<ReturnType<typeof openConsole>>

let open: Console | null = null
let giveBackSize: () => void
let streams: SilentStreams

beforeAll(async () => {
  await startAllTexts()
  // The first test must not wait for the code of the page.
  await import('./tree-view.page.tsx')
})
beforeEach(() => {
  giveBackSize = giveElementsSize()
  streams = standInForStreams()
})
afterEach(() => {
  shut()
  giveBackSize()
  streams.restore()
})

function shut(): void {
  open?.close()
  open = null
  cleanup()
}

const vans = Array.from({ length: 14 }, (_, index) =>
  device({ deviceId: `v${index + 1}`, channels: [{ number: 1, name: 'Camera 1' }] }),
)
const tilesOf = (type: Wrap['type'], count: number, first = 1): Wrap[] =>
  Array.from({ length: count }, (_, index) =>
    type === 'map'
      ? { device: `v${first + index}`, type, channel: 0 }
      : { device: `v${first + index}`, type, channel: 1 },
  )
const tilesKey = 'treeWraps:fleet.test:admin:default'

interface Visitor {
  readonly permission: number
  readonly advancedTree: boolean
}

async function treeView(wraps: readonly Wrap[], visitor: Visitor): Promise<TextStore> {
  const { permission, advancedTree } = visitor
  const store = memoryStore({ ...remembered, [tilesKey]: JSON.stringify(wraps) })
  open = await openConsole({ path: '/treeview', store, permission, site: advancedTree ? { advancedTree } : {} })
  await screen.findByRole('combobox', { name: 'Layout' })
  open.list(...vans)
  return store
}

const tileCount = () => document.querySelectorAll('[data-tile]').length
const isRefused = () => screen.queryByText('max channels') !== null
/** Chooses an entry of the tree, of a device that is folded before and after. */
function choose(of: string, name: 'Camera 1' | 'Map'): void {
  const fold = () => fireEvent.click(screen.getByRole('button', { name: `Channels of ${of}` }))
  const tree = screen.getByRole('navigation', { name: 'Devices and channels' })
  fold()
  fireEvent.click(within(tree).getByRole('button', { name }))
  fold()
}

/** With all tiles but one that the user may have, one more is added and the next one is refused. */
async function expectLimit(type: Wrap['type'], limit: number, visitor: Visitor): Promise<void> {
  const name = type === 'map' ? 'Map' : 'Camera 1'
  await treeView(tilesOf(type, Math.max(0, limit - 1)), visitor)
  if (limit > 0) {
    choose(`v${limit}`, name)
    expect([visitor, tileCount(), isRefused()]).toEqual([visitor, limit, false])
  }
  choose(`v${limit + 1}`, name)
  expect([visitor, tileCount(), isRefused()]).toEqual([visitor, limit, true])
  expect(screen.getByText('error')).toBeTruthy()
  shut()
}

describe('how many tiles a user may have', () => {
  const types = ['channel', 'map'] as const

  it.each([0, 1, 2, 3, 9])(
    '[TREE-36] [TREE-37] is 12 of either type without the advanced option, with permission %i',
    async (permission) => {
      for (const type of types) await expectLimit(type, 12, { permission, advancedTree: false })
    },
  )

  it.each([
    ['[TREE-38] permission 0 may have 12 camera tiles', 'channel', [0], 12],
    ['[TREE-39] permission 1 may have 6 camera tiles', 'channel', [1], 6],
    ['[TREE-40] permission 2 may have 1 camera tile', 'channel', [2], 1],
    ['[TREE-41] a permission above 2 may have no camera tile', 'channel', [3, 9], 0],
    ['[TREE-42] permissions 0 and 1 may have 12 map tiles', 'map', [0, 1], 12],
    ['[TREE-43] permission 2 may have 6 map tiles', 'map', [2], 6],
    ['[TREE-44] a permission above 2 may have no map tile', 'map', [3, 9], 0],
  ] as const)('%s with the advanced option', async (_, type, permissions, limit) => {
    for (const permission of permissions) await expectLimit(type, limit, { permission, advancedTree: true })
  })

  it('[TREE-47] [TREE-45] with the advanced option cameras and maps have limits of their own, and 12 together', async () => {
    await treeView([...tilesOf('channel', 1), ...tilesOf('map', 5)], { permission: 2, advancedTree: true })
    choose('v2', 'Camera 1')
    expect([tileCount(), isRefused()]).toEqual([6, true])
    choose('v6', 'Map')
    expect(tileCount()).toBe(7)
    shut()
    for (const [name, wraps] of [
      ['Map', [...tilesOf('channel', 6), ...tilesOf('map', 6)]],
      ['Camera 1', [...tilesOf('channel', 5), ...tilesOf('map', 7)]],
    ] as const) {
      await treeView(wraps, { permission: 1, advancedTree: true })
      choose('v9', name)
      expect([name, tileCount(), isRefused()]).toEqual([name, 12, true])
      shut()
    }
  })
})

describe('where tiles are stored', () => {
  it('[TREE-06] [TREE-49] [CONST2-01] [CONST2-02] tiles are in the storage of the browser under server, user and layout, and nothing is sent', async () => {
    const store = await treeView([], { permission: 0, advancedTree: false })
    const sent = () => [open?.called.length, open?.sockets.map(({ asked }) => asked.length)]
    const before = sent()
    choose('v1', 'Camera 1')
    choose('v2', 'Map')
    const [camera, map] = [
      { device: 'v1', type: 'channel', channel: 1 },
      { device: 'v2', type: 'map', channel: 0 },
    ]
    expect(JSON.parse(store.get(tilesKey) ?? '')).toEqual([camera, map])
    fireEvent.click(screen.getByRole('button', { name: 'New layout' }))
    fireEvent.change(screen.getByLabelText('Name of the layout'), { target: { value: 'Yard' } })
    fireEvent.click(screen.getByRole('button', { name: 'Create' }))
    choose('v3', 'Map')
    expect(JSON.parse(store.get('treeWraps:fleet.test:admin:Yard') ?? '')).toEqual([{ ...map, device: 'v3' }])
    expect(JSON.parse(store.get('treeLayouts:fleet.test:admin') ?? '')).toEqual(['Yard'])
    expect(JSON.parse(store.get(tilesKey) ?? '')).toEqual([camera, map])
    expect(sent()).toEqual(before)
  })
})
