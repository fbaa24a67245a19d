// @vitest-environment happy-dom
import {
  deviceFacePath,
  FACE_PHOTO_BYTES_MAX,
  FACE_PHOTO_PIECE_BYTES,
  type Face,
  type FacePhoto,
  type FaceSlot,
  facePhotoPath,
  facePhotosPath,
  facesPath,
} from '@fleetglass/contract/faces'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openConsole, remembered, type TestConsole } from '../../app/console.fixtures.tsx'
import { device } from '../../engines/fleet/fleet.fixtures.ts'
import { memoryStore } from '../../platform/storage/index.ts'
import { startAllTexts } from '../../platform/texts/texts.fixtures.ts'
import { giveElementsSize } from '../../ui/virtual-list.fixtures.ts'

const FACE = 'a'.repeat(32)
const PHOTO = 'b'.repeat(32)
const md5 = '900150983cd24fb0d6963f7d28e17f72'

let open: TestConsole | null = null
let giveBack: () => void
let faces: Face[]
let photos: FacePhoto[]
let slots: (FaceSlot | null)[]
let asked: string[]
beforeAll(async () => {
  await startAllTexts()
  await import('./faces.page.tsx')
})
beforeEach(() => {
  giveBack = giveElementsSize()
  faces = [
    { faceid: FACE, unit: 'North', idcard: 'A-1', name: 'Lin', contact: '0900', memo: '', updatetime: 1_767_600_000 },
  ]
  photos = [{ photoid: PHOTO, faceid: FACE }]
  slots = [{ index: 1, idcard: 'A-1', name: 'Lin', md5, updatetime: 1_767_600_000 }, null]
  asked = []
})
afterEach(() => {
  open?.close()
  open = null
  cleanup()
  giveBack()
})

const jpeg = () => new Response('jpeg', { headers: { 'content-type': 'image/jpeg' } })
const summary = () => slots.map((slot) => slot?.updatetime ?? 0)

/** What the stream port answers: a device with two slots. */
function slotCall(_body: unknown, { searchParams }: URL): unknown {
  const type = searchParams.get('type') ?? ''
  const at = Number(searchParams.get('ch')) - 1
  asked.push(searchParams.toString())
  if (type === 'facesummary') return summary()
  if (type === 'facedel') slots[at] = null
  if (type === 'facedel') return summary()
  const edit = { idcard: searchParams.get('idcard') ?? '', name: searchParams.get('name') ?? '' }
  const before = slots[at]
  if (type === 'faceset' && before) slots[at] = { ...before, ...edit }
  return slots[at]
}

/** A server with one device that is chosen, unless `path` says otherwise. */
async function openPage(
  options: {
    readonly path?: string
    readonly permission?: number
    readonly http?: Readonly<Record<string, () => unknown>>
  } = {},
): Promise<TestConsole> {
  const { path = '/facerecognitionsetting?device=VAN1', ...others } = options
  const http = {
    [facesPath]: (body: unknown) => {
      const { faceid, username: _, password: __, ...change } = (body ?? {}) as Partial<Face> & Record<string, unknown>
      if (faceid === undefined) return faces
      const isEdit = Object.keys(change).length > 0
      faces = isEdit
        ? faces.map((face) => (face.faceid === faceid ? { ...face, ...(change as object) } : face))
        : faces.filter((face) => face.faceid !== faceid)
      return isEdit ? faces[0] : faces
    },
    [facePhotosPath]: (body: unknown) => {
      const { photoid } = (body ?? {}) as Partial<FacePhoto>
      photos = photos.filter((photo) => photo.photoid !== photoid)
      return photos
    },
    [deviceFacePath]: () => ({ slots: [] }),
    '/web.cgi': slotCall,
    '/pic.cgi': (_body: unknown, { searchParams }: URL) => {
      asked.push(searchParams.toString())
      return jpeg()
    },
    ...options.http,
  }
  const replyFields = {
    U02: ({ fields, payload }: { fields: Readonly<Record<string, string>>; payload?: Uint8Array }) => {
      const received = Number(fields.O) + (payload?.length ?? 0)
      return { O: String(received), ...(received === Number(fields.S) && { I: PHOTO }) }
    },
  }
  open = await openConsole({ store: memoryStore(remembered), replyFields, ...others, path, http })
  open.list(device({ deviceId: 'VAN1' }))
  return open
}
const edit = async () => fireEvent.click(await screen.findByRole('tab', { name: 'Edit' }))
const sent = () => (open?.sockets ?? []).flatMap((socket) => socket.asked).filter(({ code }) => code === 'U02')
const pick = async (file: File) =>
  fireEvent.change(await screen.findByLabelText('Add a photo to Lin'), { target: { files: [file] } })
const notice = (text: string) => screen.findByText(text)
const photoFile = (bytes: number, type = 'image/jpeg') => new File([new Uint8Array(bytes)], 'lin.jpg', { type })

describe('face management', () => {
  it('[FACE-01] [SHELL-065] [FACE-03] opens at its route with the tabs Add and Edit', async () => {
    await openPage()
    await screen.findByRole('heading', { name: 'Face management' })
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Add', 'Edit'])
    const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)
    for (const head of ['Group', 'Identify', 'Name', 'Contact', 'Memo', 'Updatetime']) expect(heads).toContain(head)
  })

  it('[FACE-02] lists the devices on the left, coloured by their status', async () => {
    await openPage()
    const list = await screen.findByRole('navigation', { name: 'Devices' })
    const entry = (await within(list).findAllByRole('link'))[0]
    expect(entry?.className).toMatch(/state-(driving|idle|overSpeed|offline)/)
    expect(entry?.getAttribute('href')).toContain('/facerecognitionsetting?device=')
  })

  it('[ERR2-07] a list that cannot be had is a line in the console of the browser and another try on the page, without a notice', async () => {
    let isThere = false
    const refused = () => (isThere ? faces : { hasError: true, message: 'the library is away' })
    const { logged } = await openPage({ http: { [facesPath]: refused } })
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(logged.join()).toContain('the library is away')
    expect(document.querySelector('.notice')).toBeNull()
    isThere = true
    fireEvent.click(again)
    await screen.findByLabelText('Name of Lin')
  })
})

describe('the tab Add', () => {
  it('[FACE-08] adds a face by a PUT of credentials alone', async () => {
    const { called } = await openPage()
    fireEvent.click(await screen.findByRole('button', { name: 'Add face' }))
    await waitFor(() => {
      const put = called.find(({ method }) => method === 'PUT')
      expect(Object.keys(put?.body as object).sort()).toEqual(['password', 'username'])
    })
  })

  it('[FACE-15] [FACE-16] [FACE-17] refuses an empty group and identification, and takes an empty name, contact and memo', async () => {
    const { called } = await openPage()
    for (const field of ['Group', 'Identify']) {
      const input = await screen.findByLabelText<HTMLInputElement>(`${field} of Lin`)
      fireEvent.change(input, { target: { value: ' ' } })
      fireEvent.blur(input)
    }
    expect(await screen.findAllByText('cannot be empty')).not.toHaveLength(0)
    expect(called.filter(({ method }) => method === 'PUT')).toEqual([])
    const contact = await screen.findByLabelText('Contact of Lin')
    fireEvent.change(contact, { target: { value: '' } })
    await act(async () => fireEvent.keyDown(contact, { key: 'Enter' }))
    await waitFor(() => expect(faces).toMatchObject([{ unit: 'North', idcard: 'A-1', contact: '' }]))
  })

  it('[FACE-11] [FACE-12] [FACE-13] [FACE-14] alerts to another type and to a byte too many, and sends neither', async () => {
    await openPage()
    await pick(photoFile(10, 'image/gif'))
    await notice('Error : Incorrect file type')
    await pick(photoFile(FACE_PHOTO_BYTES_MAX + 1))
    await notice('Error : Exceeded size 2MB')
    expect(sent()).toEqual([])
    await act(() => pick(photoFile(FACE_PHOTO_BYTES_MAX, 'image/jpg')))
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent().map(({ fields }) => [fields.F, fields.T, fields.S, fields.O])).toEqual([
      [FACE, 'jpg', String(FACE_PHOTO_BYTES_MAX), '0'],
      [undefined, undefined, String(FACE_PHOTO_BYTES_MAX), String(FACE_PHOTO_PIECE_BYTES)],
    ])
  })

  it('[FACE-25] [ERR2-10] asks before a photo or a face is deleted, and names it', async () => {
    await openPage()
    const photo = await screen.findByRole('button', { name: 'Delete Photo 1 of Lin' })
    expect(photo.querySelector('img')?.getAttribute('src')).toBe(`${facePhotoPath}/${PHOTO}`)
    fireEvent.click(photo)
    const first = await screen.findByRole('dialog')
    expect([first.textContent?.includes('Lin'), photos.length]).toEqual([true, 1])
    await act(async () => fireEvent.click(within(first).getByRole('button', { name: 'Delete' })))
    await waitFor(() => expect(photos).toEqual([]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Delete Lin' }))
    const second = await screen.findByRole('dialog')
    expect([second.textContent?.includes('Lin'), faces.length]).toEqual([true, 1])
    await act(async () => fireEvent.click(within(second).getByRole('button', { name: 'Delete' })))
    await notice('No faces in the library')
  })

  it('[FACE-09] [FACE-10] [FACE-20] keeps the selection over a change of tabs, sets it to the device, and blocks the action for a second', async () => {
    const { called, clock } = await openPage()
    await screen.findByLabelText('Name of Lin')
    fireEvent.click(screen.getAllByRole('checkbox').at(-1)!)
    await edit()
    fireEvent.click(screen.getByRole('tab', { name: 'Add' }))
    const set = await screen.findByRole<HTMLButtonElement>('button', { name: /^Set to / })
    await waitFor(() => expect(set.disabled).toBe(false))
    await act(async () => fireEvent.click(set))
    await notice('set OK')
    expect(set.disabled).toBe(true)
    expect(called.find(({ path }) => path === deviceFacePath)?.body).toMatchObject({
      deviceid: 'VAN1',
      idcard: 'A-1',
      name: 'Lin',
      photoids: [PHOTO],
    })
    act(() => clock.advance(999))
    expect(set.disabled).toBe(true)
    act(() => clock.advance(1))
    expect(set.disabled).toBe(false)
  })
})

describe('the tab Edit', () => {
  it('[FACE-06] [FACE-19] [FACE-20] says loaded after the summary and after a face, and shows its texts, MD5 and photo', async () => {
    await openPage()
    await edit()
    await notice('loaded')
    fireEvent.click(await screen.findByRole('button', { name: /^Slot 1/ }))
    expect((await screen.findByLabelText<HTMLInputElement>('Identify')).value).toBe('A-1')
    expect(screen.getByText(md5)).toBeTruthy()
    await screen.findByRole('img', { name: 'Photo 1 of Lin' })
    for (const query of asked) expect(query).not.toMatch(/password|user=/)
  })

  it('[FACE-18] sets a slot only with identification and name, and says set OK', async () => {
    await openPage()
    await edit()
    fireEvent.click(await screen.findByRole('button', { name: /^Slot 1/ }))
    const name = await screen.findByLabelText('Name')
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Set' })
    fireEvent.change(name, { target: { value: ' ' } })
    expect(save.disabled).toBe(true)
    fireEvent.change(name, { target: { value: 'Wang' } })
    expect(save.disabled).toBe(false)
    await act(async () => fireEvent.click(save))
    await notice('set OK')
    expect(slots[0]).toMatchObject({ idcard: 'A-1', name: 'Wang', md5 })
    expect(save.disabled).toBe(true)
  })

  it('[FACE-22] [FACE-25] asks before a slot is deleted, names it, and shows it empty afterwards', async () => {
    await openPage()
    await edit()
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Slot 1' }))
    const dialog = await screen.findByRole('dialog')
    expect([dialog.textContent?.includes('Slot 1'), slots[0]]).toEqual([true, expect.anything()])
    await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })))
    await waitFor(() => expect(slots[0]).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: /^Slot 1/ }).textContent).toContain('empty'))
  })

  it('asks for a device first, and offers another try when it does not answer', async () => {
    await openPage({ path: '/facerecognitionsetting' })
    await edit()
    await notice('Choose a device')
    open?.close()
    cleanup()
    await openPage({ http: { '/web.cgi': () => ({ hasError: true, message: 'the device is offline' }) } })
    await edit()
    await notice('the device is offline')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
