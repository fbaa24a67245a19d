import { concat } from '@fleetglass/bytes'
import { LineDecoder } from './decode-lines.ts'
import { MediaDecoder } from './decode-media.ts'
import type { Output } from './output.ts'

/** Enough to see what the input is: the head of a media packet, or the beginning of a line. */
const SAMPLE_BYTES = 64

/** Decodes a whole input, chunk by chunk, as what its first bytes say it is. */
export async function decodeStream(
  input: AsyncIterable<Uint8Array>,
  output: Output,
  zoneMinutes: number,
): Promise<void> {
  let decoder: LineDecoder | MediaDecoder | null = null
  let sample: Uint8Array = new Uint8Array(0)
  for await (const chunk of input) {
    if (decoder) {
      await decoder.push(chunk)
      continue
    }
    sample = concat([sample, chunk])
    if (sample.length < SAMPLE_BYTES) continue
    decoder = decoderFor(sample, output, zoneMinutes)
    await decoder.push(sample)
  }
  if (!decoder) {
    decoder = decoderFor(sample, output, zoneMinutes)
    await decoder.push(sample)
  }
  await decoder.end()
}

function decoderFor(sample: Uint8Array, output: Output, zoneMinutes: number): LineDecoder | MediaDecoder {
  return isText(sample) ? new LineDecoder(output, zoneMinutes) : new MediaDecoder(output)
}

/** Text has no control characters but tab and line ends, and does not go beyond ASCII right behind `01cd`. */
function isText(sample: Uint8Array): boolean {
  const isMagic = sample[0] === 0x30 && sample[1] === 0x31 && sample[2] === 0x63 && sample[3] === 0x64
  if (isMagic && sample.length > 4 && sample[4]! >= 0x80) return false
  return sample.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d)
}
