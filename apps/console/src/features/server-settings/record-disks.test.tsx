// @vitest-environment happy-dom
import { STORAGE } from '@fleetglass/contract/server-settings'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { calls, messages, openSettings, settingsPage } from './server-settings.fixtures.tsx'

settingsPage()

const nothing = { fstype: null, size: '1T', uuid: null, mountpoint: null }
const disks = [
  { ...nothing, name: 'sda', children: [{ ...nothing, name: 'sda1', fstype: 'ext4', mountpoint: '/', uuid: 'root' }] },
  { ...nothing, name: 'sdb', fstype: 'ext4', uuid: 'free' },
  { ...nothing, name: 'sdc', fstype: 'swap' },
]

async function page() {
  await openSettings('/setting?tab=record-disks', {
    replies: { [STORAGE]: ({ fields }) => (fields.F === 'lsblk' ? { blockdevices: disks } : undefined) },
  })
  await screen.findByText('sda1')
}
const asked = () => messages(STORAGE)

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
})
