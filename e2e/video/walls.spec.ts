// What only a browser can show of the wall of tiles and of the steering of cameras: dragging, the focus of a moved tile, the
// full screen, and what a recorder receives while a button is held.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { type Fleet, startFleet } from '../../apps/simulator/src/index.ts'
import { expectMovingPicture, openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site, until } from '../../tools/site/site.ts'

let site: Site
let fleet: Fleet
const van = '13800138001'

test.beforeAll(async () => {
  site = await Site.start()
  fleet = await startFleet({
    host: '127.0.0.1',
    signallingPort: site.ports.signalling,
    firstTerminalId: van,
    channels: 4,
    intervalS: 1,
  })
  const operator = await site.operator()
  await until('the van is registered', async () => {
    await operator.request('D01', { A: van, C: '4', F: '0' })
    return (await operator.devices()).some(
      (row) => row.deviceId === van && row.online && row.registered && row.gps !== '',
    )
  })
  operator.close()
})

test.afterAll(async () => {
  await fleet.close()
  await site.close()
})

const names = (page: Page): Promise<(string | null)[]> =>
  page.locator('[data-tile] > section').evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')))

/** The names that tiles of the van have. */
const tiles = (...what: readonly string[]): string[] => what.map((one) => `${van} · ${one}`)

async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox()
  if (box === null) throw new Error('it is not in sight')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('[TREE-07] [TREE-08] [TREE-11] tiles are added, play, and are moved by keys and by pointer', async ({ page }) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/treeview')
  await page.getByRole('button', { name: 'New layout' }).click()
  await page.getByLabel('Name of the layout').fill('Yard')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: `Channels of ${van}` }).click()
  for (const name of ['ch1', 'ch2', 'Map']) {
    await page
      .getByRole('navigation', { name: 'Devices and channels' })
      .getByRole('button', { name, exact: true })
      .click()
  }
  expect(await names(page)).toEqual(tiles('ch1', 'ch2', 'Map'))
  await expect(page.locator('.tile[data-state="playing"]')).toHaveCount(2, { timeout: 30_000 })

  await page.getByRole('button', { name: /^Move .* ch1, place 1 of 3$/ }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText(`${van} · ch1 is now at place 2 of 3`)).toBeAttached()
  await expect(page.getByRole('button', { name: /^Move .* ch1, place 2 of 3$/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  expect(await names(page)).toEqual(tiles('ch2', 'Map', 'ch1'))

  const [from, to] = [
    await middle(page.locator('.tile-handle').first()),
    await middle(page.locator('[data-tile]').nth(1)),
  ]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await expect(page.locator('[data-tile]').nth(1)).toHaveAttribute('data-over', 'true')
  await page.mouse.up()
  await expect.poll(() => names(page)).toEqual(tiles('Map', 'ch2', 'ch1'))
  // A moved tile goes on with its picture.
  await expect(page.locator('.tile[data-state="playing"]')).toHaveCount(2)

  await test.step('[TREE-12] [TREE-14] the tiles fill the screen, and leaving full screen ends that', async () => {
    await page.getByRole('button', { name: 'All tiles full screen' }).click()
    const wall = page.getByRole('list', { name: 'Tiles of the layout Yard' })
    await expect(wall).toHaveClass(/wall-full/)
    await expect.poll(async () => (await wall.boundingBox())?.width).toBe(1920)
    const cells = await wall
      .locator('> li')
      .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().height))
    expect([cells.length, Math.round(Math.min(...cells)), Math.round(Math.max(...cells))]).toEqual([4, 539, 539])
    await page.evaluate(() => document.exitFullscreen())
    await expect(wall).not.toHaveClass(/wall-full/)
  })

  await test.step('[TREE-24] layout and tiles are there after a reload', async () => {
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Layout' })).toHaveValue('Yard')
    await expect.poll(() => names(page)).toEqual(tiles('Map', 'ch2', 'ch1'))
  })
  expect(errors).toEqual([])
})

/** Opens a layout of its own with these tiles of the van. */
async function layoutOf(page: Page, layout: string, tileNames: readonly string[]): Promise<Locator> {
  await openPage(page, site, '/treeview')
  await page.getByRole('button', { name: 'New layout' }).click()
  await page.getByLabel('Name of the layout').fill(layout)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: `Channels of ${van}` }).click()
  for (const name of tileNames) await treeEntry(page, name).click()
  return page.getByRole('list', { name: `Tiles of the layout ${layout}` })
}

const treeEntry = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Devices and channels' }).getByRole('button', { name, exact: true })

async function boxOf(of: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const box = await of.boundingBox()
  if (box === null) throw new Error('it is not in sight')
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}

test('[TREE-50] the layout selector and the device tree are the left column and the grid has the rest; a click on an entry adds its tile or takes it away', async ({
  page,
}) => {
  await layoutOf(page, 'Gate', ['ch1', 'ch2', 'ch3', 'Map'])
  expect(await names(page)).toEqual(tiles('ch1', 'ch2', 'ch3', 'Map'))
  const content = await boxOf(page.locator('#content'))
  const picker = await boxOf(page.locator('.layout-picker'))
  const tree = await boxOf(page.getByRole('navigation', { name: 'Devices and channels' }))
  const grid = await boxOf(page.locator('.wall-place'))
  expect([tree.left, tree.right]).toEqual([picker.left, picker.right])
  expect(tree.left - content.left).toBeLessThan(20)
  expect(tree.top).toBeGreaterThanOrEqual(picker.bottom)
  expect(content.bottom - tree.bottom).toBeLessThan(20)
  // Nothing but a gap is between the column and the grid, and beside the grid.
  expect(grid.left).toBeGreaterThanOrEqual(tree.right)
  expect([grid.left - tree.right < 20, content.right - grid.right < 20, content.bottom - grid.bottom < 20]).toEqual([
    true,
    true,
    true,
  ])
  await treeEntry(page, 'ch2').click()
  expect(await names(page)).toEqual(tiles('ch1', 'ch3', 'Map'))
  await treeEntry(page, 'ch2').click()
  expect(await names(page)).toEqual(tiles('ch1', 'ch3', 'Map', 'ch2'))
})

test('[C13] where the site wants it, tiles fill the wall: four stand two by two', async ({ page }) => {
  await page.route('**/gms.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.gmsConfig = { "fillTiles": true }' }),
  )
  const wall = await layoutOf(page, 'Whole', ['ch1', 'ch2', 'ch3', 'Map'])
  const cells = () =>
    wall.locator('> li').evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON()))
  await expect.poll(async () => (await cells()).length).toBe(4)
  const place = await boxOf(page.locator('.wall-place'))
  const four = await cells()
  expect(new Set(four.map(({ left }) => Math.round(left))).size).toBe(2)
  expect(new Set(four.map(({ top }) => Math.round(top))).size).toBe(2)
  expect(new Set(four.flatMap(({ width, height }) => [`${Math.round(width)} x ${Math.round(height)}`])).size).toBe(1)
  const area = four.reduce((sum, { width, height }) => sum + width * height, 0)
  expect(area / ((place.right - place.left) * (place.bottom - place.top))).toBeGreaterThan(0.97)
  // A row without a tile takes no place.
  await treeEntry(page, 'ch3').click()
  await treeEntry(page, 'ch2').click()
  await expect.poll(async () => (await cells()).length).toBe(2)
  for (const { height } of await cells()) expect(height).toBeGreaterThan((place.bottom - place.top) * 0.97)
})

test('[PTZ-05] [PTZ-06] [PTZ-10] [PTZ-13] a recorder receives one command for each press and one stop for each release, and for a page that dies', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('dashboardColumns', '["ptz"]'))
  await openPage(page, site, '/blockview')
  await page.getByRole('button', { name: `Steer the cameras of ${van}` }).click()
  const up = page.getByRole('dialog').getByRole('button', { name: 'Up', exact: true })
  const received = () => (fleet.devices[0]?.cameraOrders ?? []).map(orderText)
  await up.hover()
  await page.mouse.down()
  await expect.poll(received).toEqual(['1 up'])
  await page.mouse.up()
  await expect.poll(received).toEqual(['1 up', '1 stop'])
  await page.keyboard.down('ArrowLeft')
  await expect.poll(received).toEqual(['1 up', '1 stop', '1 left'])
  await page.keyboard.up('ArrowLeft')
  await expect.poll(() => received().length).toBe(4)
  // Left with the button held: released outside, it sends nothing more.
  await up.hover()
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await expect.poll(received).toEqual(['1 up', '1 stop', '1 left', '1 stop', '1 up', '1 stop'])
  await test.step('[PTZ-03] [PTZ-08] [PTZ-09] [PTZ-11] each direction reaches the recorder at speed 128, a diagonal as two', async () => {
    for (const [name, words] of Object.entries(pad)) {
      const before = received().length
      const button = page.getByRole('dialog').getByRole('button', { name, exact: true })
      await button.hover()
      await page.mouse.down()
      await expect.poll(() => received().slice(before)).toEqual(words)
      await page.mouse.up()
      await expect.poll(() => received().slice(before)).toEqual([...words, '1 stop'])
    }
    const turns = (fleet.devices[0]?.cameraOrders ?? []).filter((order) => order.name === 'cameraTurn')
    expect(new Set(turns.map(({ body }) => body.speed))).toEqual(new Set([128]))
  })
  await test.step('[PTZ-01] [PTZ-04] [PTZ-09] [PTZ-12] the chosen channel zooms step by step until the button is released', async () => {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Next channel' }).click()
    for (const [name, word] of [
      ['Zoom in', '2 zoom in'],
      ['Zoom out', '2 zoom out'],
    ] as const) {
      const before = received().length
      await dialog.getByRole('button', { name, exact: true }).hover()
      await page.mouse.down()
      await expect.poll(() => received().slice(before, before + 3)).toEqual([word, word, word])
      await page.mouse.up()
      await expect.poll(() => received().at(-1)).toBe('2 stop')
      expect(new Set(received().slice(before, -1))).toEqual(new Set([word]))
    }
  })
  await test.step('[PTZ-02] the live picture is of the chosen channel', () =>
    expectMovingPicture(page.getByRole('dialog').locator('.tile[data-channel="2"]')))
  const before = received().length
  await up.hover()
  await page.mouse.down()
  await expect.poll(() => received().length).toBe(before + 1)
  await page.close()
  await expect.poll(() => received().slice(before)).toEqual(['2 up', '2 stop'])
})

/** What the recorder receives for each button. */
const pad = {
  Up: ['1 up'],
  Down: ['1 down'],
  Left: ['1 left'],
  Right: ['1 right'],
  'Up and left': ['1 up', '1 left'],
  'Up and right': ['1 up', '1 right'],
  'Down and left': ['1 down', '1 left'],
  'Down and right': ['1 down', '1 right'],
}

const directions = ['stop', 'up', 'down', 'left', 'right']

function orderText({ name, body }: Fleet['devices'][number]['cameraOrders'][number]): string {
  if (name === 'cameraTurn') return `${body.channel} ${directions[body.direction]}`
  return name === 'cameraZoom' ? `${body.channel} zoom ${body.direction === 0 ? 'in' : 'out'}` : name
}
