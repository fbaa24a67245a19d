export const WAV_HEAD_BYTES = 44

/** Hz of all talks. */
const SAMPLE_RATE = 8000
const BYTES_PER_SAMPLE = 2
const PCM = 1

/** The head of a WAV file with 16-bit samples at 8 kHz, `dataBytes` of them. */
export function wavHead(channels: number, dataBytes: number): Buffer {
  const head = Buffer.alloc(WAV_HEAD_BYTES)
  const frameBytes = channels * BYTES_PER_SAMPLE
  head.write('RIFF', 0)
  head.writeUInt32LE(WAV_HEAD_BYTES - 8 + dataBytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(PCM, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(SAMPLE_RATE, 24)
  head.writeUInt32LE(SAMPLE_RATE * frameBytes, 28)
  head.writeUInt16LE(frameBytes, 32)
  head.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34)
  head.write('data', 36)
  head.writeUInt32LE(dataBytes, 40)
  return head
}
