// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { remembered } from '../../app/console.fixtures.tsx'
import { device, fix } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { click, dashboard, headers, open, setUpDashboard, shut } from './devices-page.fixtures.tsx'

setUpDashboard()

/** The cells of the first row by the names of their columns. */
const cells = () => {
  const [row] = screen.getAllByRole('row').slice(1)
  const texts = [...(row?.children ?? [])].map((cell) => cell.textContent)
  return Object.fromEntries(headers().map((header, index) => [header, texts[index]]))
}

describe('columns', () => {
  it('[DASH-15] [DASH-16] [DASH-38] [DASH-44] single columns go and come, the choice is remembered, device and time stay', async () => {
    const store = memoryStore(remembered)
    await dashboard([], { store })
    await click('Columns')
    const choices = (await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent)
    expect(choices).not.toContain('Device ID')
    expect(choices).not.toContain('Last updated')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Plate' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Signal' }))
    const left = ['Driver', 'Device Memo', 'Speed', 'Channel', 'Signal', 'SD']
    expect(headers()).toEqual(['Device ID', ...left, 'Last updated', 'Edit', 'Actions', 'Del'])
    shut()
    await dashboard([], { store })
    expect(headers()).toContain('Signal')
    expect(headers()).not.toContain('Plate')
  })

  const switchable: readonly (readonly [string, readonly string[]])[] = [
    [
      '[DASH-17] [DASH-18] [DASH-19] [DASH-20] driver, memo, plate and speed',
      ['Driver', 'Device Memo', 'Plate', 'Speed'],
    ],
    [
      '[DASH-21] [DASH-22] [DASH-23] [DASH-24] channel, signal, ignition and voltage',
      ['Channel', 'Signal', 'Acc', 'Voltage'],
    ],
    [
      '[DASH-25] [DASH-26] [DASH-27] [DASH-28] health, temperature, loop data and satellites',
      ['Health', 'Temperature', 'Loop Data', 'Satellites'],
    ],
    ['[DASH-29] [DASH-30] [DASH-31] [DASH-32] zone, cards, talk and camera', ['Time Zone', 'SD', 'Talk', 'PTZ']],
  ]
  it.each(switchable)('%s are columns that are switched on and off', async (_, names) => {
    await dashboard()
    await click('Columns')
    await screen.findAllByRole('checkbox')
    for (const name of names) {
      const before = headers().includes(name)
      const box = screen.getByRole('checkbox', { name })
      fireEvent.click(box)
      expect([name, headers().includes(name)]).toEqual([name, !before])
      fireEvent.click(box)
      expect([name, headers().includes(name)]).toEqual([name, before])
    }
  })

  it('no other column is switched', async () => {
    await dashboard()
    await click('Columns')
    const boxes = await screen.findAllByRole('checkbox')
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(switchable.flatMap(([, names]) => names))
  })

  it('[DASH-33] driver, memo, plate, speed, channel and SD are on by default', async () => {
    const six = ['Driver', 'Device Memo', 'Plate', 'Speed', 'Channel', 'SD']
    await dashboard()
    expect(headers()).toEqual(['Device ID', ...six, 'Last updated', 'Edit', 'Actions', 'Del'])
    await click('Columns')
    const on = (await screen.findAllByRole<HTMLInputElement>('checkbox')).filter(({ checked }) => checked)
    expect(on.map((box) => box.closest('label')?.textContent)).toEqual(six)
  })

  it('[DASH-34] [DASH-36] a site can start with more columns, and a stored choice wins over them', async () => {
    const more = ['Acc', 'Voltage', 'Health', 'Temperature', 'Satellites']
    await dashboard()
    expect(headers().filter((name) => more.includes(name ?? ''))).toEqual([])
    shut()
    await dashboard([], { site: { widerColumns: true } })
    expect(headers().filter((name) => more.includes(name ?? ''))).toEqual(more)
    expect(headers()).toContain('Driver')
    shut()
    const store = memoryStore({ ...remembered, dashboardColumns: '["signal"]' })
    await dashboard([], { store, site: { widerColumns: true } })
    expect(headers()).toEqual(['Device ID', 'Signal', 'Last updated', 'Edit', 'Actions', 'Del'])
  })

  const all = ['driver', 'memo', 'plate', 'speed', 'channel', 'signal', 'acc', 'voltage', 'health']
  const everyColumn = [...all, 'temperature', 'loopData', 'satellites', 'timezone', 'sd']
  const storeOfAll = () => memoryStore({ ...remembered, dashboardColumns: JSON.stringify(everyColumn) })

  it('[DASH-37] has in each cell what its column promises', async () => {
    const known = device({
      deviceId: 'van',
      driverName: 'Mei',
      memo: 'Cold chain',
      plate: 'KAA-1',
      channelCount: 8,
      signalPercent: 80,
      accOn: true,
      voltageV: 12.5,
      voltagePercent: 90,
      health: 'good',
      temperaturesC: [21.5, -3],
      satellites: 11,
      timezoneH: 5.5,
      smart: [98, 7],
      position: fix({ speedKmh: 63.6 }),
    })
    await dashboard([known], { store: storeOfAll() })
    expect(cells()).toMatchObject({
      Driver: 'Mei',
      'Device Memo': 'Cold chain',
      Plate: 'KAA-1',
      Speed: '64 km/h',
      Channel: '8',
      Signal: '80%',
      Acc: 'ON',
      Voltage: '12.5 V 90%',
      Health: 'good',
      Temperature: '21.5 °C',
      'Loop Data': '21.5, -3',
      Satellites: '11',
      'Time Zone': 'UTC+05:30',
      SD: '98 / 7',
    })
    expect([...document.querySelectorAll('.low')].map((cell) => cell.textContent)).toEqual(['7'])
    open?.list({ ...known, accOn: false })
    expect(cells().Acc).toBe('OFF')
  })

  it('[DASH-37] a missing value is an empty cell, and a card that nothing is known of a question mark', async () => {
    await dashboard([device({ position: null, timezoneH: null })], { store: storeOfAll() })
    const { Channel, SD, 'Device ID': id, 'Last updated': updated, Actions, Del, ...others } = cells()
    expect([Channel, SD]).toEqual(['4', '? / ?'])
    expect(new Set(Object.values(others))).toEqual(new Set(['']))
    expect([id, updated].every((text) => text !== '')).toBe(true)
    expect([Actions, Del]).toEqual(['', ''])
  })

  it('[DASH-45] [DASH-46] the latest update is YYYY-MM-DD HH:mm:ss in the time zone of the browser', async () => {
    const at = new Date(2026, 2, 9, 4, 5, 6)
    await dashboard([device({ statusTimeS: at.getTime() / 1000 })])
    expect(cells()['Last updated']).toBe('2026-03-09 04:05:06')
  })
})
