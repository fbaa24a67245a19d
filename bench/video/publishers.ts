// A process of recorders with one camera each, which send 15 pictures a second on request.
import { connect } from 'node:net'
import { concat, fromHex } from '@fleetglass/bytes'
import { DataType, encodePackets, PayloadType } from '@fleetglass/jt1078'
import { DeviceClient, type DownMessage } from '../../apps/server/test/devices/device-client.ts'

const [port = 0, count = 0, firstTerminal = 0, kbitPerS = 1_000] = process.argv.slice(2).map(Number)
const PICTURES_PER_S = 15
const PICTURES_A_GROUP = 30
/** Two seconds. */
const BYTES_A_GROUP = kbitPerS * 250
const KEY_BYTES = Math.round(BYTES_A_GROUP * 0.132)
const LIVE = 0x9101

const startCode = Uint8Array.of(0, 0, 0, 1)
const sets = concat([
  startCode,
  fromHex('6742c01ed900a02ff97011000003000100000300320f162e48'),
  startCode,
  fromHex('68cb83cb20'),
])
const group = Array.from({ length: PICTURES_A_GROUP }, (_, index) => picture(index === 0))
let framesSent = 0

/** Looks like a coded picture to everything but a decoder: no zero, so no start code. */
function picture(isKey: boolean): Uint8Array {
  const bytes = isKey ? KEY_BYTES : Math.round((BYTES_A_GROUP - KEY_BYTES) / (PICTURES_A_GROUP - 1))
  const slice = Uint8Array.from({ length: bytes }, () => 1 + Math.floor(Math.random() * 255))
  slice[0] = isKey ? 0x65 : 0x41
  return concat(isKey ? [sets, startCode, slice] : [startCode, slice])
}

for (let n = 0; n < count; n++) {
  const device = await DeviceClient.tcp(port, String(firstTerminal + n))
  await device.login()
  setInterval(() => obey(device, n), 50)
}
process.on('message', () => process.send?.(framesSent))
process.send?.('ready')

function obey(device: DeviceClient, n: number): void {
  for (const { header, message } of device.received.splice(0) as DownMessage[]) {
    if (message.name !== 'unknown') continue
    const body = { answeredSerial: header.serial, answeredId: message.messageId, result: 0 }
    device.send({ name: 'terminalAnswer', body })
    if (message.messageId === LIVE) video(message.body.raw, device.terminalRaw, n)
  }
}

function video(request: Uint8Array, simRaw: Uint8Array, n: number): void {
  const hostLength = request[0] ?? 0
  const host = Buffer.from(request.subarray(1, 1 + hostLength)).toString()
  const mediaPort = new DataView(request.buffer, request.byteOffset).getUint16(1 + hostLength)
  const line = connect(mediaPort, host)
  let at = 0
  let serial = 0
  // Cameras are not in step with each other.
  setTimeout(() => {
    const begunMs = performance.now()
    setInterval(() => {
      while (at < ((performance.now() - begunMs) * PICTURES_PER_S) / 1000) {
        const packets = encodePackets({
          simRaw,
          channel: 1,
          payloadType: PayloadType.h264,
          dataType: at % PICTURES_A_GROUP === 0 ? DataType.I : DataType.P,
          timestampMs: Math.round((at * 1000) / PICTURES_PER_S),
          payload: group[at % PICTURES_A_GROUP] as Uint8Array,
          firstSerial: serial,
        })
        serial = (serial + packets.length) & 0xffff
        line.write(concat(packets))
        at += 1
        framesSent += 1
      }
    }, 20)
  }, n * 40)
}
