import { ByteReader, ByteWriter, gbkDecode, gbkEncode } from '@fleetglass/bytes'
import { fleetglassFamily, joinItems, textItems } from '@fleetglass/jt808'
import { encodeVideoParameter } from '@fleetglass/jt1078'
import { factorySettings } from './device-settings.ts'

/** A parameter as it travels in 0x8103 and 0x0104. */
export interface StoredParameter {
  readonly id: number
  readonly value: Uint8Array
}

export const ParameterId = {
  heartbeatS: 0x0001,
  tcpAnswerS: 0x0002,
  tcpRetries: 0x0003,
  udpAnswerS: 0x0004,
  udpRetries: 0x0005,
  serverAddress: 0x0013,
  secondServerAddress: 0x0017,
  tcpPort: 0x0018,
  udpPort: 0x0019,
  asleepIntervalS: 0x0027,
  intervalS: 0x0029,
  topSpeedKmh: 0x0055,
  overspeedS: 0x0056,
  province: 0x0081,
  city: 0x0082,
  plate: 0x0083,
  plateColour: 0x0084,
} as const

/** What a device leaves the factory with. */
export interface FactorySettings {
  readonly host: string
  readonly port: number
  readonly intervalS: number
  readonly plate: string
  readonly plateColour: number
  readonly channels: number
  readonly driver: string
  /** Addresses are `host:port` and there are no parameters for ports: the 2019 edition. */
  readonly portInAddress: boolean
}

const HEARTBEAT_S = 60
const ANSWER_S = 10
const RETRIES = 3
/** Parked, six times the interval but at most a minute, unless the interval itself is longer. */
const ASLEEP_S = 60
const TOP_SPEED_KMH = 80

/**
 * The parameters of one device. What was never set is computed from the factory settings when it is asked for, so that
 * a device costs one empty map.
 */
export class Parameters {
  readonly #factory: FactorySettings
  #set: Map<number, Uint8Array> | null = null

  constructor(factory: FactorySettings) {
    this.#factory = factory
  }

  /**
   * 0x8103: all of them, or none and false. Unknown numbers are kept too, as recorders do; what the device can do is not to be
   * set, and a number has its four bytes.
   */
  set(parameters: readonly StoredParameter[]): boolean {
    const isWrong = ({ id, value }: StoredParameter): boolean =>
      id === fleetglassFamily.settingList || (NUMBERS.includes(id) && value.length !== 4)
    if (parameters.some(isWrong)) return false
    this.#set ??= new Map()
    // A copy: the value is a view into what was read from the socket.
    for (const [id, value] of joinItems(parameters)) this.#set.set(id, value.slice())
    return true
  }

  /** 0x8105, command 5. */
  reset(): void {
    this.#set = null
  }

  has(id: number): boolean {
    return this.#set?.has(id) ?? false
  }

  /** All, in the order of their numbers; a long one in several items. */
  all(): StoredParameter[] {
    const values = this.#values()
    return [...values].sort(([a], [b]) => a - b).flatMap(([id, value]) => itemsOf(id, value))
  }

  #values(): Map<number, Uint8Array> {
    const values = this.#defaults()
    for (const [id, value] of this.#set ?? []) values.set(id, value)
    return values
  }

  /** Those asked for by 0x8106 that there are. */
  some(ids: readonly number[]): StoredParameter[] {
    const wanted = new Set(ids)
    return this.all().filter((parameter) => wanted.has(parameter.id))
  }

  /** A DWORD; the default when it was never set or has another length. */
  number(id: number): number {
    const value = this.#set?.get(id)
    if (value?.length === 4) return new ByteReader(value).u32()
    return this.#defaultNumber(id)
  }

  /** Empty where there is none. */
  text(id: number): string {
    const value = this.#set?.get(id) ?? this.#defaults().get(id)
    return value ? gbkDecode(value) : ''
  }

  #defaultNumber(id: number): number {
    switch (id) {
      case ParameterId.heartbeatS:
        return HEARTBEAT_S
      case ParameterId.tcpAnswerS:
      case ParameterId.udpAnswerS:
        return ANSWER_S
      case ParameterId.tcpRetries:
      case ParameterId.udpRetries:
        return RETRIES
      case ParameterId.tcpPort:
      case ParameterId.udpPort:
        return this.#factory.port
      case ParameterId.intervalS:
        return Math.max(1, Math.round(this.#factory.intervalS))
      case ParameterId.asleepIntervalS:
        return Math.max(
          1,
          Math.round(Math.max(this.#factory.intervalS, Math.min(6 * this.#factory.intervalS, ASLEEP_S))),
        )
      case ParameterId.topSpeedKmh:
        return TOP_SPEED_KMH
      case ParameterId.overspeedS:
        return 5
      default:
        return 0
    }
  }

  #defaults(): Map<number, Uint8Array> {
    const factory = this.#factory
    const values = new Map<number, Uint8Array>()
    const ports: readonly number[] = [ParameterId.tcpPort, ParameterId.udpPort]
    for (const id of NUMBERS) {
      if (factory.portInAddress && ports.includes(id)) continue
      values.set(id, new ByteWriter(4).u32(this.#defaultNumber(id)).finish())
    }
    const address = factory.portInAddress ? `${factory.host}:${factory.port}` : factory.host
    values.set(ParameterId.serverAddress, gbkEncode(address))
    values.set(ParameterId.secondServerAddress, new Uint8Array())
    for (const [id, text] of factorySettings(factory.channels, factory.driver)) values.set(id, gbkEncode(text))
    values.set(ParameterId.province, Uint8Array.of(0, 0))
    values.set(ParameterId.city, Uint8Array.of(0, 0))
    values.set(ParameterId.plate, gbkEncode(factory.plate))
    values.set(ParameterId.plateColour, Uint8Array.of(factory.plateColour))
    if (factory.channels > 0) {
      for (const parameter of videoParameters(factory.channels)) values.set(parameter.id, parameter.value)
    }
    return values
  }
}

function itemsOf(id: number, value: Uint8Array): readonly StoredParameter[] {
  return (value.length > LONGEST_ITEM ? textItems(id, gbkDecode(value)) : null) ?? [{ id, value }]
}

/** A length is one byte. */
const LONGEST_ITEM = 0xff

/** 0x0075 and 0x0076 as the shipped clips are. */
function videoParameters(channels: number): StoredParameter[] {
  const stream = { mode: 1, sizeCode: 4, keyFrameInterval: 15, framesPerS: 15, bitRateKbps: 470 }
  const settings = encodeVideoParameter({
    name: 'video',
    body: { live: stream, stored: stream, overlayBits: 0b101, audioOutput: true },
  })
  const entries = Array.from({ length: channels }, (_, at) => ({
    physical: at + 1,
    logical: at + 1,
    kind: 0,
    canTurn: false,
  }))
  const table = encodeVideoParameter({
    name: 'channelTable',
    body: { audioAndVideoCount: channels, audioCount: 0, videoCount: 0, entries },
  })
  return [settings, table].map(({ parameterId, value }) => ({ id: parameterId, value }))
}

const NUMBERS: readonly number[] = [
  ParameterId.heartbeatS,
  ParameterId.tcpAnswerS,
  ParameterId.tcpRetries,
  ParameterId.udpAnswerS,
  ParameterId.udpRetries,
  ParameterId.tcpPort,
  ParameterId.udpPort,
  ParameterId.asleepIntervalS,
  ParameterId.intervalS,
  ParameterId.topSpeedKmh,
  ParameterId.overspeedS,
]
