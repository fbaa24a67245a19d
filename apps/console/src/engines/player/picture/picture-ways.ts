import type { PictureWay } from '../player.types.ts'

/** What the browser is tested for; whether decoded frames go to a canvas or a track is decided later. */
export type DrawingWay = Exclude<PictureWay, 'track'>

const known = new Map<string, Promise<DrawingWay | null>>()

/** How this browser can draw `codecString`: WebCodecs, MediaSource where that is missing, null when neither can. */
export function pictureWay(codecString: string): Promise<DrawingWay | null> {
  const stored = known.get(codecString)
  if (stored !== undefined) return stored
  const answer = find(codecString)
  known.set(codecString, answer)
  return answer
}

/** The type that MediaSource is tested for: the fragments of our own writer. */
export function mediaSourceType(codecString: string): string {
  return `video/mp4; codecs="${codecString}"`
}

async function find(codecString: string): Promise<DrawingWay | null> {
  if (typeof VideoDecoder === 'function') {
    const answer = await VideoDecoder.isConfigSupported({ codec: codecString, optimizeForLatency: true })
    if (answer.supported) return 'decoder'
  }
  if (typeof MediaSource === 'function' && MediaSource.isTypeSupported(mediaSourceType(codecString)))
    return 'media-source'
  return null
}
