import { createHash } from 'node:crypto'
import {
  deviceFaceAddress,
  deviceFacePath,
  type deviceFaceTypes,
  type FaceSlot,
  faceSlotSchema,
  faceSummarySchema,
} from '@fleetglass/contract/faces'
import { type Fleet, startFleet } from '@fleetglass/simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { errorCode } from '../../../test/failures.ts'
import { ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { picture } from '../../../test/picture.ts'
import { basic, claim, faceCalls, uploadPhoto } from './faces.fixtures.ts'

const VAN = '13800138000'
let server: TestServer
let fleet: Fleet
let van: Fleet['devices'][number]
let photoid: string
let photo: Buffer

beforeAll(async () => {
  server = await startTestServer()
  const link = await server.login()
  await link.request('D01', { A: VAN, C: '1' })
  await link.request('D01', { A: '13800138999', C: '1' })
  const { faceid } = await faceCalls(server).add()
  // Noise: large enough for several pieces of the exchange.
  const { I = '' } = await uploadPhoto(link, faceid, picture('png', '1200x900'), 'png')
  photoid = I
  photo = Buffer.from(await (await get(`/gkdevice/facephoto/${photoid}`, basic)).arrayBuffer())
  fleet = await startFleet({ host: '127.0.0.1', signallingPort: server.ports.signalling, firstTerminalId: VAN })
  van = fleet.devices[0]!
  await until('it is online', () => van.state === 'online')
}, 60_000)
afterAll(async () => {
  await fleet.close()
  await server.close()
})
beforeEach(async () => {
  for (const [at, timeS] of (await summary()).entries()) if (timeS !== 0) await remove(at + 1)
})

const get = (address: string, headers: Readonly<Record<string, string>> = {}, port = server.ports.http) =>
  fetch(`http://127.0.0.1:${port}${address}`, { headers })
const ask = (
  call: keyof typeof deviceFaceTypes,
  parameters: Readonly<Record<string, string | number>> = {},
  deviceid = VAN,
) => get(deviceFaceAddress(call, { deviceid, ...parameters }), basic)
const summary = async () => faceSummarySchema.parse(await (await ask('summary')).json())
const slot = async (ch: number) => faceSlotSchema.parse(await (await ask('read', { ch })).json())
const remove = async (ch: number) => faceSummarySchema.parse(await (await ask('remove', { ch })).json())
const set = (fields: object = {}) =>
  faceCalls(server).call('PUT', deviceFacePath, {
    deviceid: VAN,
    idcard: 'A-1',
    name: '王',
    photoids: [photoid],
    ...fields,
  })
const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code

describe('the face slots of a device', () => {
  it('[FACE-21] [FACE-06] [API2-161] [API2-162] puts a face into the first free slot, and reads the same texts, photo and MD5 back', async () => {
    const beforeS = Math.floor(Date.now() / 1000)
    const { slots } = (await set()).body as { slots: readonly FaceSlot[] }
    const md5 = createHash('md5').update(photo).digest('hex')
    const first = { index: 1, idcard: 'A-1', name: '王', md5, updatetime: expect.any(Number) }
    expect(slots).toEqual([first])
    expect(slots[0]?.updatetime).toBeGreaterThanOrEqual(beforeS)
    expect(photo.length).toBeGreaterThan(40_000)
    expect(await slot(1)).toEqual(first)
    const image = await ask('photo', { ch: 1 })
    expect(image.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await image.arrayBuffer())).toEqual(photo)
    expect(((await set({ idcard: 'B-2' })).body as { slots: readonly FaceSlot[] }).slots[0]?.index).toBe(2)
  })

  it('[FACE-07] [FACE-22] [API2-163] [API2-165] lists when each slot was changed; a deleted one has 0, and the next face takes its place', async () => {
    expect(await summary()).toEqual(Array(10).fill(0))
    await set()
    await set({ photoids: [photoid, photoid] })
    const times = await summary()
    expect(times.map((timeS) => timeS > 1_700_000_000)).toEqual([true, true, true, ...Array(7).fill(false)])
    expect(await remove(2)).toEqual(times.with(1, 0))
    expect(await summary()).toEqual(times.with(1, 0))
    expect(await codeOf(await ask('read', { ch: 2 }))).toBe(errorCode('face-slot-empty'))
    expect(((await set()).body as { slots: readonly FaceSlot[] }).slots[0]?.index).toBe(2)
  })

  it('[FACE-18] [API2-164] [API2-166] changes whose face it is only with device, slot, identification and name, and leaves the photo', async () => {
    await set()
    const { md5 } = await slot(1)
    const written = await ask('write', { ch: 1, idcard: 'C-3', name: 'Lin' })
    expect(await written.json()).toMatchObject({ index: 1, idcard: 'C-3', name: 'Lin', md5 })
    expect(await slot(1)).toMatchObject({ idcard: 'C-3', name: 'Lin', md5 })
    for (const lacking of [
      { ch: 1, name: 'x' },
      { ch: 1, idcard: ' ', name: 'x' },
      { ch: 1, idcard: 'x', name: '' },
      { idcard: 'x', name: 'x' },
      { ch: 0, idcard: 'x', name: 'x' },
      { deviceid: '', ch: 1, idcard: 'x', name: 'x' },
    ])
      expect([lacking, (await ask('write', lacking)).status]).toEqual([lacking, 400])
    expect(await slot(1)).toMatchObject({ idcard: 'C-3', name: 'Lin' })
  })

  it('[API2-167] [API2-168] answers on the stream port with the credentials in the address, and to nobody without them', async () => {
    await set()
    const login = { user: claim.username, password: claim.password }
    for (const call of ['summary', 'read', 'photo'] as const) {
      const address = deviceFaceAddress(call, { deviceid: VAN, ch: 1, ...login })
      expect([call, (await get(address, {}, server.ports.streams)).status]).toEqual([call, 200])
      const open = deviceFaceAddress(call, { deviceid: VAN, ch: 1 })
      expect([call, (await get(open, {}, server.ports.streams)).status]).toEqual([call, 400])
      const wrong = deviceFaceAddress(call, { deviceid: VAN, ch: 1, ...login, password: sha256('guess') })
      expect([call, (await get(wrong, {}, server.ports.streams)).status]).toEqual([call, 401])
    }
  })

  it('[RIGHT2-24] [FACE-24] is closed to permission 1, and unchanged by it', async () => {
    await set()
    await addUsers(server, { name: 'op', permission: 1 })
    const login = { user: 'op', password: sha256(ADMIN_PASSWORD) }
    for (const call of ['summary', 'read', 'photo', 'write', 'remove'] as const) {
      const address = deviceFaceAddress(call, { deviceid: VAN, ch: 1, idcard: 'x', name: 'x', ...login })
      expect([call, (await get(address)).status]).toEqual([call, 403])
    }
    expect(await slot(1)).toMatchObject({ idcard: 'A-1', name: '王' })
  })

  it('keeps its faces while the device is away, and says that it is offline meanwhile', async () => {
    await set()
    const stored = await slot(1)
    van.setFault('cutLink', true)
    await until('it is offline', async () => (await codeOf(await ask('summary'))) === 'device-offline')
    van.setFault('cutLink', false)
    await until('it is back', async () => (await ask('summary')).status === 200)
    expect(await slot(1)).toEqual(stored)
    expect(await codeOf(await ask('summary', {}, '13800138999'))).toBe(errorCode('device-offline'))
    expect(await codeOf(await ask('summary', {}, 'nobody'))).toBe(errorCode('unknown-device'))
  })

  it('reports a device that stores something else, has no such slot, has no room, or recognises no faces', async () => {
    van.setFault('garblesFaces', true)
    expect((await set()).body.code).toBe(errorCode('face-slot-differs'))
    van.setFault('garblesFaces', false)
    expect(await summary()).toEqual(Array(10).fill(0))
    expect(await codeOf(await ask('read', { ch: 11 }))).toBe(errorCode('face-slot-unknown'))
    await set({ photoids: Array(5).fill(photoid) })
    const tooMany = await set({ photoids: Array(6).fill(photoid) })
    expect(tooMany.body.code).toBe(errorCode('face-slots-full'))
    expect((await summary()).filter((timeS) => timeS !== 0)).toHaveLength(5)
    expect((await set({ photoids: ['0'.repeat(32)] })).body.code).toBe(errorCode('unknown-face-photo'))
    van.setFault('noFaces', true)
    expect(await codeOf(await ask('summary'))).toBe(errorCode('device-unsupported'))
    van.setFault('noFaces', false)
  })

  it('refuses a second change of a device during the first, so that no two take the same slot', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => set()))
    const taken = answers.flatMap(({ body }) => (body.slots ?? []) as readonly FaceSlot[]).map(({ index }) => index)
    const refused = answers.flatMap(({ body }) => body.code ?? [])
    // How many come after the end of another is a matter of the machine.
    expect(new Set(refused)).toEqual(new Set([errorCode('face-device-busy')]))
    expect(new Set(taken).size).toBe(answers.length - refused.length)
    expect((await summary()).filter((timeS) => timeS !== 0)).toHaveLength(taken.length)
  })
})
