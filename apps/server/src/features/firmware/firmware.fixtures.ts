import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type DeviceFirmware,
  deviceFirmwarePath,
  deviceFirmwaresSchema,
  encodeUploadPiece,
  type FirmwareFile,
  type FirmwareRolloutDetail,
  firmwareFilesSchema,
  firmwareRolloutDetailSchema,
  firmwareRolloutsPath,
  firmwareRolloutsSchema,
  firmwareStorePath,
  UPLOAD_PIECE_BYTES,
} from '@fleetglass/contract/firmware'
import { type Fleet, startFleet } from '@fleetglass/simulator'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { ADMIN, ADMIN_PASSWORD, until } from '../../../test/harness.ts'
import { callHttp, type HttpAnswer } from '../../../test/http-client.ts'

/** Uploads a file in pieces, as the console does; answers its id. */
export async function uploadFirmware(
  link: ChannelClient,
  content: Uint8Array,
  { name = 'firmware.bin', memo = '' }: { readonly name?: string; readonly memo?: string } = {},
): Promise<string> {
  const { length: size } = content
  for (let offset = 0; ; ) {
    link.send(
      'U01',
      encodeUploadPiece({ key: 'upload', size, offset, name, memo }),
      content.subarray(offset, offset + UPLOAD_PIECE_BYTES),
    )
    const { fields } = await link.next()
    if (fields.R !== '1') throw new Error(`the upload was refused: ${fields.W}`)
    if (fields.I !== undefined) return fields.I
    offset = Number(fields.O)
  }
}

/** What simulated devices have at first, and what a file of `firmwareOf` brings them. */
export const OLD = 'FG-SIM 1.0.0'
export const NEW = 'FG-SIM 1.1.0'
export const FIRST_DEVICE = '13800138001'
const GOES_ON_MS = 60_000

/** What a device reports of itself with this version. */
export function attributesOf(firmware: string) {
  return {
    typeBits: 0,
    maker: 'TEST',
    model: 'T1',
    terminalId: '1',
    iccid: '0'.repeat(20),
    hardware: 'H',
    firmware,
    gnssBits: 1,
    radioBits: 32,
    layout: '2013',
  } as const
}

/** A file that a simulated device takes for this version. */
export function firmwareOf(version: string, bytes = 50_000): Buffer {
  return Buffer.concat([Buffer.from(`FLEETGLASS-FIRMWARE ${version}\n`), randomBytes(bytes)])
}

interface Site {
  readonly ports: { readonly signalling: number; readonly streams: number; readonly http: number }
}

export const storeUrl = ({ ports }: Site, id: string): string => `http://127.0.0.1:${ports.streams}/firmware/${id}`

/** Devices without cameras, registered and online. */
export async function startDevices(server: Site, link: ChannelClient, vehicles = 1): Promise<Fleet> {
  for (let n = 0; n < vehicles; n++) {
    const { fields } = await link.request('D01', { A: String(BigInt(FIRST_DEVICE) + BigInt(n)), C: '1' })
    if (fields.R !== '1') throw new Error(`a device was refused: ${fields.W}`)
  }
  const fleet = await startFleet({
    host: '127.0.0.1',
    signallingPort: server.ports.signalling,
    vehicles,
    firstTerminalId: FIRST_DEVICE,
    positionsOnly: true,
    intervalS: 60,
  })
  await until('all are online', () => fleet.devices.every(({ state }) => state === 'online'), GOES_ON_MS)
  return fleet
}

/** Calls of the administrator. */
export function firmwareCalls(server: Site, password = ADMIN_PASSWORD) {
  const claim = { username: ADMIN, password: sha256(password) }
  const authorization = `Basic ${Buffer.from(`${claim.username}:${claim.password}`).toString('base64')}`
  /** For polls: paced, and made again, because calls with credentials are limited. */
  const read = async (path: string): Promise<unknown> => {
    await pause(100)
    const { body, text } = await callHttp(server, 'GET', path, { headers: { authorization } })
    if (body.code === 'too-many-calls') return await read(path)
    if (body.hasError === true) throw new Error(`${path} was answered ${text}`)
    return JSON.parse(text)
  }
  return {
    call: (method: string, path: string, body: object = {}): Promise<HttpAnswer> =>
      method === 'GET'
        ? callHttp(server, method, path, { headers: { authorization } })
        : callHttp(server, method, path, { body: { ...claim, ...body } }),
    async list(): Promise<readonly FirmwareFile[]> {
      const { text } = await callHttp(server, 'GET', firmwareStorePath, { headers: { authorization } })
      return firmwareFilesSchema.parse(JSON.parse(text))
    },
    async devices(deviceId = '*'): Promise<readonly DeviceFirmware[]> {
      return deviceFirmwaresSchema.parse(await read(`${deviceFirmwarePath}/${deviceId}`))
    },
    /** The newest rollout with its devices. */
    async rollout(): Promise<FirmwareRolloutDetail> {
      const id = firmwareRolloutsSchema.parse(await read(firmwareRolloutsPath))[0]?.rolloutid
      return firmwareRolloutDetailSchema.parse(await read(`${firmwareRolloutsPath}/${id}`))
    },
  }
}
