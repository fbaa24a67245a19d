import { failed, ok, type Result } from '@fleetglass/bytes'

/** Where an IMA decoder or encoder stands between two codes. */
export interface ImaState {
  /** Last sample, 16 bits signed. */
  readonly predictor: number
  /** 0 to 88. */
  readonly stepIndex: number
}

/** Samples and the state behind them, which the next block begins with. */
export interface ImaBlock {
  readonly samples: Int16Array
  readonly after: ImaState
}

const HEAD_BYTES = 4

/** Quantiser steps and how the index moves (IMA Digital Audio, 1992; RFC 3551, 4.5.1). */
const STEPS = Int32Array.of(
  7,
  8,
  9,
  10,
  11,
  12,
  13,
  14,
  16,
  17,
  19,
  21,
  23,
  25,
  28,
  31,
  34,
  37,
  41,
  45,
  50,
  55,
  60,
  66,
  73,
  80,
  88,
  97,
  107,
  118,
  130,
  143,
  157,
  173,
  190,
  209,
  230,
  253,
  279,
  307,
  337,
  371,
  408,
  449,
  494,
  544,
  598,
  658,
  724,
  796,
  876,
  963,
  1060,
  1166,
  1282,
  1411,
  1552,
  1707,
  1878,
  2066,
  2272,
  2499,
  2749,
  3024,
  3327,
  3660,
  4026,
  4428,
  4871,
  5358,
  5894,
  6484,
  7132,
  7845,
  8630,
  9493,
  10442,
  11487,
  12635,
  13899,
  15289,
  16818,
  18500,
  20350,
  22385,
  24623,
  27086,
  29794,
  32767,
)
const LAST_STEP = STEPS.length - 1
const INDEX_MOVES = Int32Array.of(-1, -1, -1, -1, 2, 4, 6, 8)

/**
 * Decodes a block of payload type 26 as recorders send it: 4 bytes of state (predictor little endian, step index, 0),
 * then codes of 4 bits, high half first. The state is where the decoder stands before the first code, not a sample.
 * The chip's header must be stripped before.
 */
export function decodeIma(block: Uint8Array): Result<ImaBlock> {
  if (block.length < HEAD_BYTES) return failed(block.length, 'an ADPCM block begins with 4 bytes of state')
  if (block[2]! > LAST_STEP) return failed(2, `step index ${block[2]} where at most ${LAST_STEP} is possible`)
  let predictor = ((block[0]! | (block[1]! << 8)) << 16) >> 16
  let index = block[2]!
  const samples = new Int16Array((block.length - HEAD_BYTES) * 2)
  for (let at = 0; at < samples.length; at++) {
    const byte = block[HEAD_BYTES + (at >> 1)]!
    const code = at & 1 ? byte & 0x0f : byte >> 4
    predictor = nextPredictor(predictor, STEPS[index]!, code)
    index = nextIndex(index, code)
    samples[at] = predictor
  }
  return ok({ samples, after: { predictor, stepIndex: index } })
}

/** Encodes an even number of samples as one block. Begin with `{ predictor: 0, stepIndex: 0 }`, go on with what came back. */
export function encodeIma(
  samples: Int16Array,
  state: ImaState,
): { readonly block: Uint8Array; readonly after: ImaState } {
  if (samples.length % 2 !== 0) throw new RangeError('a block has an even number of samples')
  const block = new Uint8Array(HEAD_BYTES + samples.length / 2)
  let { predictor, stepIndex: index } = state
  block[0] = predictor
  block[1] = predictor >> 8
  block[2] = index
  for (let at = 0; at < samples.length; at++) {
    const code = codeFor(samples[at]! - predictor, STEPS[index]!)
    predictor = nextPredictor(predictor, STEPS[index]!, code)
    index = nextIndex(index, code)
    block[HEAD_BYTES + (at >> 1)]! |= at & 1 ? code : code << 4
  }
  return { block, after: { predictor, stepIndex: index } }
}

function codeFor(difference: number, step: number): number {
  let left = Math.abs(difference)
  let code = difference < 0 ? 8 : 0
  for (let bit = 4, part = step; bit > 0; bit >>= 1, part >>= 1) {
    if (left < part) continue
    code |= bit
    left -= part
  }
  return code
}

function nextPredictor(predictor: number, step: number, code: number): number {
  let difference = step >> 3
  if (code & 4) difference += step
  if (code & 2) difference += step >> 1
  if (code & 1) difference += step >> 2
  const next = code & 8 ? predictor - difference : predictor + difference
  return next > 32_767 ? 32_767 : next < -32_768 ? -32_768 : next
}

function nextIndex(index: number, code: number): number {
  const next = index + INDEX_MOVES[code & 7]!
  return next < 0 ? 0 : next > LAST_STEP ? LAST_STEP : next
}
