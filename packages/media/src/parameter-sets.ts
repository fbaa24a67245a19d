import { attempt, sameBytes } from '@fleetglass/bytes'
import { scanNalUnits, toAnnexB, unescapeNal } from './annex-b.ts'
import { BitReader } from './bit-reader.ts'
import { H264Nal } from './h264.ts'
import { H265Nal } from './h265.ts'
import { isKeySlice, isPicture, parseSps, setKindOf } from './video-format.ts'
import type { SetKind, VideoCodec, VideoConfig } from './video-types.ts'

/** What a joined frame turned out to be. */
export type AccessUnit =
  | {
      readonly kind: 'picture'
      /** Annex B; a key frame has its parameter sets in front. The frame itself when it was complete: no copy. */
      readonly payload: Uint8Array
      readonly keyFrame: boolean
      readonly config: VideoConfig
      /** Size, profile or any parameter set differ from the picture before: decoders and writers start again. */
      readonly configChanged: boolean
    }
  | { readonly kind: 'no-picture'; readonly reason: NoPicture }

export type NoPicture =
  | 'no NAL units'
  | 'parameter sets only'
  | 'no parameter sets yet'
  | 'unreadable parameter sets'
  | 'waiting for a key frame'

/** Sets of a recorder have some dozen bytes; what is longer is not kept. */
const MAX_SET_BYTES = 4096
const MAX_SETS = 64

/**
 * Follows the parameter sets of one stream: keeps them when they come once or apart from the pictures, puts them in
 * front of key frames that lack them, and reports when they change. NAL unit types decide what a key frame is, not by
 * what the device calls it.
 */
export class ParameterSets {
  readonly codec: VideoCodec
  readonly #sets = new Map<string, { kind: SetKind; bytes: Uint8Array }>()
  #config: VideoConfig | null = null
  #lastConfig: VideoConfig | null = null
  #unreadable = false

  constructor(codec: VideoCodec) {
    this.codec = codec
  }

  /** Size, codec string and sets as last seen; `null` before the first complete and readable ones. */
  get config(): VideoConfig | null {
    return this.#config
  }

  /** Takes the next frame (Annex B). Sets that it carries are copied, pictures never changed. */
  accept(frame: Uint8Array): AccessUnit {
    const found = this.#look(frame)
    if (found.sets.length > 0) this.#remember(found.sets)
    if (!found.hasPicture) return none(found.hasUnits ? 'parameter sets only' : 'no NAL units')
    if (!found.keyFrame) {
      if (!this.#lastConfig) return none('waiting for a key frame')
      return {
        kind: 'picture',
        payload: frame,
        keyFrame: false,
        config: this.#lastConfig,
        configChanged: false,
      }
    }
    const config = this.#config
    if (!config) return none(this.#unreadable ? 'unreadable parameter sets' : 'no parameter sets yet')
    const configChanged = config !== this.#lastConfig
    this.#lastConfig = config
    const payload = isComplete(this.codec, found.sets) ? frame : withSets(frame, config, found.afterDelimiter)
    return { kind: 'picture', payload, keyFrame: true, config, configChanged }
  }

  #look(frame: Uint8Array): Look {
    const look: Look = { hasUnits: false, hasPicture: false, keyFrame: false, sets: [], afterDelimiter: 0 }
    scanNalUnits(frame, (start, end) => {
      const first = frame[start]!
      if (!look.hasUnits && isDelimiter(this.codec, first)) look.afterDelimiter = end
      look.hasUnits = true
      if (isPicture(this.codec, first)) {
        look.hasPicture = true
        look.keyFrame = isKeySlice(this.codec, first)
        return true
      }
      const kind = setKindOf(this.codec, first)
      if (kind && end - start <= MAX_SET_BYTES) look.sets.push({ kind, bytes: frame.subarray(start, end) })
      return false
    })
    return look
  }

  #remember(sets: readonly { kind: SetKind; bytes: Uint8Array }[]): void {
    const before = new Map(this.#sets)
    // A frame with all of them stands for itself: sets under other numbers belong to the past.
    if (isComplete(this.codec, sets)) this.#sets.clear()
    for (const { kind, bytes } of sets) {
      const key = `${kind} ${setNumber(this.codec, kind, bytes)}`
      const known = before.get(key)
      if (known && sameBytes(known.bytes, bytes)) this.#sets.set(key, known)
      else if (this.#sets.size < MAX_SETS) this.#sets.set(key, { kind, bytes: bytes.slice() })
    }
    const isSame = before.size === this.#sets.size && [...this.#sets].every(([key, set]) => before.get(key) === set)
    if (!isSame) this.#configure()
  }

  #configure(): void {
    const of = (kind: SetKind): Uint8Array[] =>
      [...this.#sets.values()].filter((set) => set.kind === kind).map((set) => set.bytes)
    const vps = of('vps')
    const sps = of('sps')
    const pps = of('pps')
    if (sps.length === 0 || pps.length === 0 || (this.codec === 'h265' && vps.length === 0)) {
      this.#config = null
      return
    }
    const format = parseSps(this.codec, sps[0]!)
    this.#unreadable = !format.ok
    this.#config = format.ok
      ? {
          codec: this.codec,
          width: format.value.width,
          height: format.value.height,
          codecString: format.value.codecString,
          framesPerS: format.value.framesPerS,
          vps,
          sps,
          pps,
        }
      : null
  }
}

/** Whether a frame (Annex B) can be shown without those before it, by the type of its first slice. */
export function isKeyFrame(codec: VideoCodec, frame: Uint8Array): boolean {
  let key = false
  scanNalUnits(frame, (start) => {
    if (!isPicture(codec, frame[start]!)) return false
    key = isKeySlice(codec, frame[start]!)
    return true
  })
  return key
}

interface Look {
  hasUnits: boolean
  hasPicture: boolean
  keyFrame: boolean
  sets: { kind: SetKind; bytes: Uint8Array }[]
  /** Where sets may be put in: an access unit delimiter stays first. */
  afterDelimiter: number
}

function none(reason: NoPicture): AccessUnit {
  return { kind: 'no-picture', reason }
}

function isDelimiter(codec: VideoCodec, firstByte: number): boolean {
  return codec === 'h264'
    ? (firstByte & 0x1f) === H264Nal.accessUnitDelimiter
    : ((firstByte >> 1) & 0x3f) === H265Nal.accessUnitDelimiter
}

function isComplete(codec: VideoCodec, sets: readonly { kind: SetKind }[]): boolean {
  const has = (kind: SetKind): boolean => sets.some((set) => set.kind === kind)
  return has('sps') && has('pps') && (codec === 'h264' || has('vps'))
}

function withSets(frame: Uint8Array, config: VideoConfig, at: number): Uint8Array {
  const sets = toAnnexB([...config.vps, ...config.sps, ...config.pps])
  const bytes = new Uint8Array(frame.length + sets.length)
  bytes.set(frame.subarray(0, at))
  bytes.set(sets, at)
  bytes.set(frame.subarray(at), at + sets.length)
  return bytes
}

/** The number a set goes by; -1 where it cannot be read. */
function setNumber(codec: VideoCodec, kind: SetKind, unit: Uint8Array): number {
  // The number of an H.265 SPS lies behind a head of varying length; recorders have one.
  if (codec === 'h265' && kind === 'sps') return 0
  if (codec === 'h265' && kind === 'vps') return (unit[2] ?? 0) >> 4
  const numberAt = codec === 'h265' ? 2 : kind === 'sps' ? 4 : 1
  const number = attempt(() => new BitReader(unescapeNal(unit.subarray(0, 32)).subarray(numberAt)).unsigned(255))
  return number.ok ? number.value : -1
}
