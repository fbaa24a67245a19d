// @vitest-environment happy-dom
import { type FirmwareFile, firmwareStorePath, UPLOAD_PIECE_BYTES } from '@fleetglass/contract/firmware'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

let open: TestConsole | null = null
let giveBack: () => void
let files: FirmwareFile[]
beforeAll(async () => {
  await startAllTexts()
  await import('./firmware.page.tsx')
})
beforeEach(() => {
  giveBack = giveElementsSize()
  files = [
    {
      firmwareid: 'a'.repeat(32),
      filename: 'van.bin',
      memo: 'spring',
      filesize: 5_242_880,
      hash: '0123456789abcdef0123456789abcdef',
      updatetime: 1_767_600_000,
    },
  ]
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  giveBack()
})

/** A server that stores what it receives. */
async function openStore(options: { readonly permission?: number } = {}): Promise<TestConsole> {
  const http = {
    [firmwareStorePath]: (body: unknown) => {
      const { firmwareid, filename, memo } = (body ?? {}) as Partial<FirmwareFile>
      const at = files.findIndex((file) => file.firmwareid === firmwareid)
      const before = files[at]
      if (before === undefined) return files
      if (filename === undefined && memo === undefined) files = files.filter((file) => file !== before)
      else files = files.with(at, { ...before, ...(filename && { filename }), ...(memo !== undefined && { memo }) })
      return files
    },
  }
  const replyFields = {
    U01: ({ fields, payload }: { fields: Readonly<Record<string, string>>; payload?: Uint8Array }) => {
      const received = Number(fields.O) + (payload?.length ?? 0)
      return { O: String(received), ...(received === Number(fields.S) && { I: 'b'.repeat(32) }) }
    },
  }
  open = await openConsole({
    path: '/devicefirmwareupdate',
    store: memoryStore(remembered),
    http,
    replyFields,
    ...options,
  })
  return open
}
const showStore = async () => {
  fireEvent.click(await screen.findByRole('tab', { name: 'Firmware Store' }))
  await screen.findByRole('button', { name: 'Upload Firmware to Store' })
}
/** Every message of a code that the console sent. */
const asked = (code: string) =>
  (open?.sockets ?? []).flatMap((socket) => socket.asked).filter((message) => message.code === code)
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Firmware file'), { target: { files: [file] } })
const uploadButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Upload Firmware to Store' })

describe('the firmware page', () => {
  it('[FW-01] [SHELL-053] opens at its route', async () => {
    await openStore()
    await screen.findByRole('heading', { name: 'Firmware update' })
  })

  it('[RIGHT1-10] opens for permission 1', async () => {
    await openStore({ permission: 1 })
    await screen.findByRole('heading', { name: 'Firmware update' })
  })
})

describe('the tab Firmware Store', () => {
  it('[FW-20] [FW-21] [FW-23] [FW-30] has the upload card, and a table with the columns as named and the address of each file', async () => {
    await openStore()
    await showStore()
    expect(screen.getByLabelText('Firmware file').getAttribute('type')).toBe('file')
    expect(screen.getByLabelText('Memo')).toBeTruthy()
    const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)
    expect(heads).toEqual(['File Name', 'Memo', 'Size in MB', 'MD5', 'Updatetime', 'Url', 'Del'])
    const row = screen.getAllByRole('row')[1]!
    expect(row.textContent).toContain('5.00')
    expect(row.textContent).toContain('0123456789abcdef0123456789abcdef')
    const link = within(row).getByRole('link')
    expect(link.getAttribute('href')).toBe(`http://fleet.test:8900/firmware/${'a'.repeat(32)}`)
  })

  it('[FW-24] [FW-28] name and memo are edited where they stand; an empty name is refused and nothing is sent', async () => {
    const { called } = await openStore()
    await showStore()
    const name = await screen.findByLabelText<HTMLInputElement>('File Name of van.bin')
    fireEvent.change(name, { target: { value: ' ' } })
    fireEvent.keyDown(name, { key: 'Enter' })
    await screen.findByText('cannot be empty')
    expect(name.value).toBe('van.bin')
    expect(called.filter(({ method }) => method === 'PUT')).toEqual([])
    fireEvent.change(name, { target: { value: 'bus.bin' } })
    await act(async () => fireEvent.blur(name))
    const memo = await screen.findByLabelText<HTMLInputElement>('Memo of bus.bin')
    fireEvent.change(memo, { target: { value: '' } })
    await act(async () => fireEvent.keyDown(memo, { key: 'Enter' }))
    await waitFor(() => expect(files).toMatchObject([{ filename: 'bus.bin', memo: '' }]))
  })

  it('[FW-43] asks before a file is deleted, and names it', async () => {
    await openStore()
    await showStore()
    fireEvent.click(await screen.findByRole('button', { name: 'Delete van.bin' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('van.bin')
    expect(files).toHaveLength(1)
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })))
    await screen.findByText('No firmware in the store')
  })

  it('[FW-22] [FW-25] [VCP-020] uploads in binary pieces with a label and progress, then clears the file and reads the list again', async () => {
    const { called } = await openStore()
    await showStore()
    expect(uploadButton().disabled).toBe(true)
    choose(new File([new Uint8Array(UPLOAD_PIECE_BYTES + 5)], 'new.bin'))
    fireEvent.change(screen.getByLabelText('Memo'), { target: { value: 'summer' } })
    const readsBefore = called.filter(({ path }) => path === firmwareStorePath).length
    await act(async () => fireEvent.click(uploadButton()))
    await screen.findByText('new.bin was uploaded')
    const pieces = asked('U01')
    expect(pieces.map(({ fields }) => [fields.O, fields.S, fields.N, fields.T])).toEqual([
      ['0', '1048581', 'new.bin', 'summer'],
      ['1048576', '1048581', undefined, undefined],
    ])
    expect(pieces.map(({ payload }) => payload?.length)).toEqual([UPLOAD_PIECE_BYTES, 5])
    await waitFor(() =>
      expect(called.filter(({ path }) => path === firmwareStorePath).length).toBeGreaterThan(readsBefore),
    )
    expect(uploadButton().disabled).toBe(true)
    expect(screen.queryByText('Firmware Uploading')).toBeNull()
  })

  it('[FW-26] [FW-27] refuses a file above 200 MB before anything is sent, and takes one of exactly 200 MB', async () => {
    await openStore()
    await showStore()
    const sized = (size: number) => Object.defineProperty(new File(['x'], 'big.bin'), 'size', { value: size })
    choose(sized(209_715_201))
    await screen.findByText('Error : Exceeded size 200MB')
    expect([uploadButton().disabled, asked('U01')]).toEqual([true, []])
    choose(sized(209_715_200))
    expect(uploadButton().disabled).toBe(false)
  })
})
