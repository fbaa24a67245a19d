// Belongs here: requesting the files of alarms of active safety. Does not: receiving them (attachments/).
import { type AlarmSign, type Position, readItem } from '@fleetglass/jt808'
import type { Speaker } from './speaker.types.ts'

/** Items of T/JSATL 12-2017: driver assistance, driver, tyres, blind spots, harsh driving. */
const SAFETY_ITEMS: ReadonlySet<number> = new Set([0x64, 0x65, 0x66, 0x67, 0x70])
/** 0x9208. */
const RESERVED = new Uint8Array(16)

/** 0x9208 for each alarm with files that is reported for the first time. */
export function requestAlarmFiles(speaker: Speaker, position: Position, timeS: number): void {
  const { context, session, transport } = speaker
  for (const item of position.items) {
    if (!SAFETY_ITEMS.has(item.id) || !session?.device) continue
    const sign = signOf(readItem(item))
    const { deviceId } = session.device
    if (sign === null || sign.files === 0 || !context.alarmNumbers.isNew(deviceId, sign)) continue
    speaker.send({
      name: 'alarmFilesRequest',
      body: {
        address: context.mediaHost() || transport.localAddress,
        tcpPort: context.attachmentsPort,
        udpPort: 0,
        sign,
        alarmNumber: context.alarmNumbers.of(deviceId, sign, timeS),
        reserved: RESERVED,
      },
    })
  }
}

function signOf(item: ReturnType<typeof readItem>): AlarmSign | null {
  switch (item.name) {
    case 'adasAlarm':
    case 'dsmAlarm':
    case 'tpmsAlarm':
    case 'bsdAlarm':
    case 'harshDrivingAlarm':
      return item.value.sign
    default:
      return null
  }
}
