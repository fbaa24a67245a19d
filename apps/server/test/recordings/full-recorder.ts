// The parameters of a recorder of the 2019 edition that supports every setting, for tests.
import { remoteParameterNames } from '@fleetglass/contract/remote-settings'
import { fleetglassFamily, type Parameter } from '@fleetglass/jt808'
import { encodeVideoParameter } from '@fleetglass/jt1078'
import { textParameters } from '../devices/settings-device.ts'

const stream = { mode: 1, sizeCode: 4, keyFrameInterval: 15, framesPerS: 12, bitRateKbps: 470 }
/** What its structure 0x0075 begins with. */
export const video = {
  live: stream,
  stored: { ...stream, sizeCode: 6 },
  overlayBits: 0b1000_0000_0000_0101,
  audioOutput: false,
}

export function videoItem(): Parameter {
  const { parameterId: id, value } = encodeVideoParameter({ name: 'video', body: video })
  return { id, value }
}

export function dword(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
}

/** None of these values is what a test saves. */
export function everything(): Parameter[] {
  return [
    { id: 0x0001, value: dword(60) },
    { id: 0x0055, value: dword(80) },
    { id: 0x0056, value: dword(5) },
    videoItem(),
    ...textParameters({ 19: 'fleet.test:7808', 23: '', 131: 'KAB1207' }),
    ...textParameters(
      Object.fromEntries(
        Object.values(fleetglassFamily.settings).flatMap((place) =>
          place.kind === 'text' && place.id > 0xf000 ? [[place.id, '']] : [],
        ),
      ),
      remoteParameterNames,
    ),
  ]
}
