// Collects the heads of recorded files and lays MP4 files out from them: seconds of work for an hour of a channel, which the
// loop that moves media must not wait for.
import { layOutMp4File, type Mp4Source } from '@fleetglass/media'
import {
  BucketError,
  type BucketObject,
  closeBucketsOfThread,
  type MediaLocation,
  openMediaOnThread,
  openObjectOnThread,
} from '../../platform/media-store/index.ts'
import { serveCalls } from '../../platform/worker/index.ts'
import type { CutFile, CutReply, CutRequest } from './clip-cutter.ts'
import { readRecordingHeads, readRecordingHeadsSync } from './recording-heads.ts'
import { readSegmentLabel } from './segment-label.ts'

/** A file of another hand, or a damaged one, has nothing to give; its place stays, so that numbers of files fit. */
const NOTHING: Mp4Source = { init: { video: null, audio: null, byteLength: 0 }, fragments: [] }

serveCalls<null, CutRequest>(() => {
  const collected = new Map<number, Mp4Source[]>()
  return {
    async handle(request): Promise<CutReply> {
      const sources = collected.get(request.cut) ?? []
      switch (request.kind) {
        case 'collect':
          for (const file of request.files) sources.push(await readSource(file))
          collected.set(request.cut, sources)
          return null
        case 'lay-out':
          return layOutMp4File(sources, request.range)
        case 'drop':
          collected.delete(request.cut)
          return null
      }
    },
    close: closeBucketsOfThread,
  }
})

/**
 * A file that was deleted since the index was asked, or whose slot is not there, has nothing to give either: what is left is cut. Rejects
 * when the bucket does not answer, or does not have what the index says it has: it may be another bucket, and a cut with a hole would be
 * taken for what was recorded.
 */
async function readSource({ location, bytes }: CutFile): Promise<Mp4Source> {
  const file = location && openMediaOnThread(location)
  if (file === null)
    return location?.object === undefined ? NOTHING : await readObject(location, location.object, bytes)
  try {
    return readRecordingHeadsSync(file, bytes) ?? NOTHING
  } finally {
    file.close()
  }
}

async function readObject({ file: local }: MediaLocation, object: BucketObject, bytes: number): Promise<Mp4Source> {
  const file = await openObjectOnThread(object)
  if (file === null && local === undefined) throw new BucketError('bucket-damaged', `there is no ${object.path}`)
  if (file === null) return NOTHING
  try {
    // Another file of the same minute took the name.
    const described = readSegmentLabel(file.label ?? '')
    if (described !== null && described.bytes < bytes) return NOTHING
    return (await readRecordingHeads(file, bytes)) ?? NOTHING
  } finally {
    await file.close()
  }
}
