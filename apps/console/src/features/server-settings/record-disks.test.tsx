// @vitest-environment happy-dom
import { STORAGE, slotRecordingsPath } from '@fleetglass/contract/server-settings'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { calls, messages, openSettings, settingsPage, wholeMessages } from './server-settings.fixtures.tsx'

settingsPage()

const nothing = { fstype: null, size: '1T', uuid: null, mountpoint: null }
const disks = [
  { ...nothing, name: 'sda', children: [{ ...nothing, name: 'sda1', fstype: 'ext4', mountpoint: '/', uuid: 'root' }] },
  { ...nothing, name: 'sdb', fstype: 'ext4', uuid: 'free' },
  { ...nothing, name: 'sdc', fstype: 'swap' },
  { ...nothing, name: 'zram0' },
  { ...nothing, name: 'sdd', size: '0B' },
]

async function page(configuration = 'performance=0\n') {
  await openSettings('/setting?tab=record-disks', {
    http: {
      [slotRecordingsPath]: (body: unknown) => {
        const { slots } = body as { slots: string[] }
        const found = slots.filter((uuid) => uuid === 'free').map((uuid) => ({ uuid, count: 12 }))
        return { hasError: false, message: 'OK', slots: found }
      },
    },
    replies: {
      [STORAGE]: ({ fields }) => {
        if (fields.F === 'lsblk') return { blockdevices: disks }
        return fields.F === 'uciget' ? new TextEncoder().encode(configuration) : undefined
      },
    },
  })
  await screen.findByText('sda1')
}
/** Without the configuration. */
const asked = () => messages(STORAGE).filter(({ F }) => F?.startsWith('uci') !== true)
const slots = () => screen.getAllByRole<HTMLSelectElement>('combobox', { name: /^Slot/ })
const choose = (slot: number, uuid: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: `Slot ${slot}` }), { target: { value: uuid } })

describe('the tab Record Disks', () => {
  it('[SET-075] [SET-076] lists the disks with their parts over the main channel, and says so', async () => {
    await page()
    expect(asked()).toMatchObject([{ F: 'lsblk' }])
    expect(
      calls()
        .map(({ path }) => path)
        .join(),
    ).not.toContain('disk')
    expect(await screen.findByText('load lsblk success')).toBeTruthy()
    expect(screen.getAllByRole('listitem').map((row) => row.querySelector('strong')?.textContent)).toEqual(
      expect.arrayContaining(['sda', 'sda1', 'sdb', 'sdc']),
    )
    expect(screen.getByText('1T · ext4 · mounted at /')).toBeTruthy()
  })

  it('[SET-072] [SET-073] [SET-074] offers to format a leaf only that is neither mounted nor swap', async () => {
    await page()
    const buttons = screen.getAllByRole('button', { name: /^Format/ })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Format sdb'])
    for (const reason of ['Has parts', 'In use', 'Swap']) expect(screen.getByText(reason)).toBeTruthy()
    expect(screen.getAllByText('Not a disk')).toHaveLength(2)
  })

  it('[SET-071] formats only when the exact name was typed', async () => {
    await page()
    fireEvent.click(screen.getByRole('button', { name: 'Format sdb' }))
    const typed = await screen.findByLabelText<HTMLInputElement>('Type the name of the disk to confirm')
    const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Format' })
    for (const wrong of ['', 'sd', 'SDB', 'sdb ']) {
      fireEvent.change(typed, { target: { value: wrong } })
      expect(confirm.disabled).toBe(true)
    }
    fireEvent.change(typed, { target: { value: 'sdb' } })
    await act(async () => fireEvent.click(confirm))
    await waitFor(() => expect(asked()).toMatchObject([{ F: 'lsblk' }, { F: 'format', N: 'sdb' }, { F: 'lsblk' }]))
    expect(await screen.findByText('sdb is formatted')).toBeTruthy()
  })

  it('[SET-070] [SET-077] the settings are loaded, and slot n is shown only when slot n-1 is set', async () => {
    await page('media1=free,1\nmedia2=gone,0\nperformance=1\n')
    expect(await screen.findByText('load setting success')).toBeTruthy()
    expect(slots().map(({ value }) => value)).toEqual(['free', 'gone', ''])
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Performance mode' }).value).toBe('1')
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Slot 1 is read-only' }).checked).toBe(true)
    choose(1, '')
    expect(slots().map(({ value }) => value)).toEqual(['gone', ''])
    choose(1, '')
    expect(slots().map(({ value }) => value)).toEqual([''])
  })

  it('[SET-068] [SET-070] there are at most 24 slots', async () => {
    await page(Array.from({ length: 24 }, (_, at) => `media${at + 1}=5e1f-${at},0`).join('\n'))
    await waitFor(() => expect(slots()).toHaveLength(24))
    choose(24, '')
    expect(slots()).toHaveLength(24)
    choose(23, '')
    expect(slots()).toHaveLength(23)
  })

  it('[SET-068] [SET-069] [SET-078] [SET-081] slots, read-only and mode are saved as text, and the notice is "set done"', async () => {
    await page()
    await screen.findByRole('combobox', { name: 'Slot 1' })
    choose(1, 'root')
    choose(2, 'free')
    // A disk is offered to one slot only, swap to none.
    expect([...(slots()[2]?.options ?? [])].map(({ value }) => value)).toEqual([''])
    fireEvent.click(screen.getByRole('switch', { name: 'Slot 2 is read-only' }))
    fireEvent.change(screen.getByRole('combobox', { name: 'Performance mode' }), { target: { value: '1' } })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })))
    const dialog = within(await screen.findByRole('dialog', { name: 'Keep less?' }))
    expect(wholeMessages(STORAGE).filter(({ fields }) => fields.F === 'uciset')).toEqual([])
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Save' })))
    expect(await screen.findByText('set done')).toBeTruthy()
    const saved = wholeMessages(STORAGE).find(({ fields }) => fields.F === 'uciset')
    expect(saved?.fields).toMatchObject({ N: 'record', V: '0' })
    expect(new TextDecoder().decode(saved?.payload)).toBe('media1=root,0\nmedia2=free,1\nperformance=1\n')
  })

  it('a save that removes a slot names its recordings and is confirmed first; a slot without any is not asked about', async () => {
    await page('media1=free,0\nmedia2=gone,0\n')
    await screen.findByRole('combobox', { name: 'Slot 2' })
    const saved = () => wholeMessages(STORAGE).filter(({ fields }) => fields.F === 'uciset')
    choose(2, '')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })))
    await waitFor(() => expect(saved()).toHaveLength(1))
    choose(1, '')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove slots with recordings?' }))
    expect(dialog.getByText('sdb · free: 12 files of a minute')).toBeTruthy()
    expect(saved()).toHaveLength(1)
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Save and hide' })))
    await waitFor(() => expect(saved()).toHaveLength(2))
  })

  it('[SET-081] restarts the recording service', async () => {
    await page()
    await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Restart recording' })))
    expect(await screen.findByText('Recording goes on in new files')).toBeTruthy()
    expect(asked()).toMatchObject([{ F: 'lsblk' }, { F: 'restart' }])
  })

  it('says when no slot can be written, and which are not mounted', async () => {
    await page('media1=free,1\nmedia2=root,1\n')
    expect(await screen.findByText('Every slot is read-only: nothing will be recorded.')).toBeTruthy()
    expect(screen.getAllByText(/^Not mounted\./)).toHaveLength(1)
    fireEvent.click(screen.getByRole('switch', { name: 'Slot 2 is read-only' }))
    expect(screen.queryByText('Every slot is read-only: nothing will be recorded.')).toBeNull()
  })
})
