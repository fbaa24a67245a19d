// @vitest-environment happy-dom
import {
  custodyPath,
  type EvidencePackage,
  type EvidenceShare,
  evidenceKeyPath,
  evidencePath,
  evidenceSharesPath,
} from '@fleetglass/contract/evidence'
import { fingerprintOf } from '@fleetglass/evidence'
import { evidencePackage, newEvidenceKey } from '@fleetglass/testkit'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { catchSavedFiles } from '../../shared/table-files/saved-files.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

const site = newEvidenceKey()
const ready: EvidencePackage = {
  id: 'a'.repeat(32),
  deviceid: 'van',
  channels: [1, 3],
  start: 1_788_256_810,
  end: 1_788_256_900,
  reason: 'Accident, file 7',
  user: 'admin',
  time: 1_788_260_000,
  state: 'ready',
  failure: null,
  percent: 100,
  bytes: 3_000_000,
  track: true,
}

const share: EvidenceShare = {
  share: 'b'.repeat(16),
  name: 'Insurer',
  user: 'admin',
  time: 1_788_260_000,
  expires: 1_788_346_400,
  hasPassword: true,
}

let open: TestConsole
let packages: EvidencePackage[]
let giveBack: () => void
let files: ReturnType<typeof catchSavedFiles>
beforeAll(async () => {
  await startAllTexts()
  await import('./evidence.page.tsx')
})
beforeEach(() => {
  packages = [ready]
  giveBack = giveElementsSize()
  files = catchSavedFiles()
})
afterEach(() => {
  open.close()
  cleanup()
  giveBack()
  files.restore()
})

async function page(options: Partial<Parameters<typeof openConsole>[0]> = {}): Promise<void> {
  open = await openConsole({
    path: '/evidence',
    store: memoryStore(remembered),
    http: {
      [evidencePath]: () => packages,
      [custodyPath]: () => [
        { time: 1_788_260_000, user: 'admin', address: '10.0.0.5', act: 'requested', link: '', channel: 0 },
        { time: 1_788_260_003, user: 'admin', address: '', act: 'made', link: '', channel: 0 },
        { time: 1_788_260_100, user: 'ann', address: '10.0.0.6', act: 'downloaded', link: '', channel: 0 },
        { time: 1_788_260_200, user: '', address: '203.0.113.9', act: 'watched', link: 'Insurer', channel: 3 },
      ],
      [evidenceSharesPath]: (body) => {
        if (body === null || body === undefined) return [share]
        return 'hours' in Object(body) ? { token: 't'.repeat(43), share } : []
      },
      [evidenceKeyPath]: () => ({ publicKey: site.publicKey, fingerprint: fingerprintOf(site.publicKey) }),
    },
    ...options,
  })
  open.list(device({ deviceId: 'van' }))
  await screen.findByRole('heading', { name: 'Evidence' })
}
const press = (name: string | RegExp) => act(async () => fireEvent.click(await screen.findByRole('button', { name })))
const called = (method: string, path: string) =>
  open.called.filter((call) => call.method === method && call.path.startsWith(path)).map(({ body }) => body)

describe('the page of evidence packages', () => {
  it('lists what was saved, why and by whom, with its state', async () => {
    packages = [
      ready,
      { ...ready, id: 'b'.repeat(32), state: 'making', percent: 40, bytes: 0, reason: 'Complaint' },
      { ...ready, id: 'c'.repeat(32), state: 'failed', failure: 'nothing-recorded', percent: 0, bytes: 0 },
    ]
    await page()
    const grid = await screen.findByRole('grid', { name: 'Evidence' })
    for (const text of ['Accident, file 7', 'Complaint', 'Ready', 'Being made, 40 %', '1, 3']) {
      expect(within(grid).getAllByText(text).length).toBeGreaterThan(0)
    }
    expect(within(grid).getByText('Failed: nothing was recorded in this range')).toBeTruthy()
    // Only what is ready can be downloaded.
    expect(within(grid).getAllByRole('button', { name: /^Download/ })).toHaveLength(1)
  })

  it('says what to do where there is none, and why the list could not be loaded', async () => {
    packages = []
    await page()
    expect(await screen.findByText('No evidence packages yet')).toBeTruthy()
    expect(screen.getByText(/Save as evidence/)).toBeTruthy()
  })

  it('shows a package that was finished meanwhile', async () => {
    packages = [{ ...ready, state: 'waiting', percent: 0, bytes: 0 }]
    await page()
    await screen.findByText('Waiting')
    packages = [ready]
    await act(async () => open.clock.advance(3_000))
    expect(await screen.findByText('Ready')).toBeTruthy()
    const before = called('GET', evidencePath).length
    await act(async () => open.clock.advance(30_000))
    // Nothing is being made any more.
    expect(called('GET', evidencePath)).toHaveLength(before)
  })

  it('makes a link that is shown once, and revokes it', async () => {
    await page()
    await press('Share the package of van')
    const dialog = within(await screen.findByRole('dialog', { name: 'Share' }))
    fireEvent.change(dialog.getByLabelText('Receiver'), { target: { value: ' Insurer ' } })
    fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'short' } })
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Make link' }).disabled).toBe(true)
    fireEvent.change(dialog.getByLabelText('Password'), { target: { value: 'correct horse' } })
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Make link' })))
    expect(called('POST', evidenceSharesPath)).toEqual([
      expect.objectContaining({
        id: ready.id,
        receiver: 'Insurer',
        hours: 24,
        linkPassword: sha256Hex('correct horse'),
      }),
    ])
    expect((await dialog.findByLabelText<HTMLInputElement>('Link')).value).toMatch(/\/share#t{43}$/)
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: /^Revoke the link .*Insurer/ })))
    expect(called('DELETE', evidenceSharesPath)).toEqual([expect.objectContaining({ share: share.share })])
  })

  it('downloads by an address with the id of the package', async () => {
    await page()
    await press('Download the package of van')
    expect(files.saved).toHaveLength(1)
  })

  it('shows the chain of custody, which is asked for once', async () => {
    await page()
    await press('Chain of custody of van')
    const dialog = within(await screen.findByRole('dialog'))
    const rows = await waitFor(() => {
      const found = dialog.getAllByRole('row').map(({ textContent }) => textContent ?? '')
      expect(found).toHaveLength(5)
      return found
    })
    expect(rows[1]).toContain('adminasked for it10.0.0.5')
    expect(rows[2]).toContain('servermade')
    expect(rows[3]).toContain('anndownloaded it10.0.0.6')
    expect(rows[4]).toMatch(/Link “.*Insurer.*”watched channel .*3/)
    expect(called('GET', custodyPath)).toHaveLength(1)
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Cover sheet (PDF)' })))
    expect(files.saved.map(({ name }) => name)).toEqual([`evidence-${ready.id}.pdf`])
  })

  it('releases a package once that is confirmed with its name', async () => {
    await page()
    await press('Release the package of van')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('van: Accident, file 7')).toBeTruthy()
    expect(called('DELETE', evidencePath)).toEqual([])
    packages = []
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Release' })))
    expect(called('DELETE', evidencePath)).toEqual([expect.objectContaining({ id: ready.id })])
    expect(await screen.findByText('No evidence packages yet')).toBeTruthy()
  })

  it('offers no release to who may not', async () => {
    await page({ permission: 1 })
    await screen.findByText('Accident, file 7')
    expect(screen.queryByRole('button', { name: /^Release/ })).toBeNull()
  })
})

describe('verifying a package in the browser', () => {
  async function verify(bytes: Uint8Array): Promise<HTMLElement> {
    await page()
    await press('Verify a package')
    const input = await screen.findByLabelText<HTMLInputElement>('Package (ZIP)')
    const file = new File([bytes as Uint8Array<ArrayBuffer>], 'a.zip')
    Object.defineProperty(input, 'files', { value: [file] })
    await act(async () => fireEvent.change(input))
    return await screen.findByRole('dialog')
  }

  it('says that it is valid, who made it and why, and that the key is that of the site', async () => {
    const dialog = within(await verify(await evidencePackage(site)))
    expect(await dialog.findByText('a.zip is valid. None of its 1 files was changed, removed or added.')).toBeTruthy()
    expect(dialog.getByText(/^Saved by admin at .* UTC\+05:30\. Reason: Accident$/)).toBeTruthy()
    expect(await dialog.findByText(`Signed with the key of this site: ${fingerprintOf(site.publicKey)}`)).toBeTruthy()
  })

  it('says that another site signed it', async () => {
    const other = newEvidenceKey()
    const dialog = within(await verify(await evidencePackage(other)))
    expect(
      await dialog.findByText(new RegExp(`another key than that of this site: ${fingerprintOf(other.publicKey)}`)),
    ).toBeTruthy()
  })

  it('names the file that was changed', async () => {
    const bytes = await evidencePackage(site)
    bytes[new TextDecoder('latin1').decode(bytes).indexOf('pictures')] = 0
    const dialog = within(await verify(bytes))
    expect(await dialog.findByText('a.zip is not valid.')).toBeTruthy()
    expect(dialog.getByText('Changed: footage/ch1.mp4')).toBeTruthy()
  })

  it('says that a file is no package', async () => {
    const dialog = within(await verify(new Uint8Array(100)))
    expect(await dialog.findByText(/It is not an evidence package/)).toBeTruthy()
  })

  it('saves the key of the site for who verifies elsewhere', async () => {
    await page()
    await press('Verify a package')
    await press('Save the key')
    expect(files.saved[0]?.name).toBe('evidence-key.txt')
    expect(await files.saved[0]?.text).toBe(`${site.publicKey}\n`)
  })
})
