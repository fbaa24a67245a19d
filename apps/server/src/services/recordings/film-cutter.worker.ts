// Collects the heads of recorded files and lays films out from them: seconds of work for an hour of a channel, which the
// loop that moves media must not wait for.
import { closeSync, openSync } from 'node:fs'
import { layOutMovie, type MovieSource } from '@fleetglass/media'
import { serveCalls } from '../../platform/worker/index.ts'
import type { CutReply, CutRequest } from './film-cutter.ts'
import { readRecordingHeadsSync } from './recording-heads.ts'

/** A file of another hand, or a damaged one, has nothing to give; its place stays, so that numbers of files fit. */
const NOTHING: MovieSource = { init: { video: null, audio: null, byteLength: 0 }, fragments: [] }

serveCalls<CutRequest>(() => {
  const collected = new Map<number, MovieSource[]>()
  return (request): CutReply => {
    const sources = collected.get(request.cut) ?? []
    switch (request.kind) {
      case 'collect':
        for (const file of request.files) sources.push(readSource(file.path, file.bytes))
        collected.set(request.cut, sources)
        return null
      case 'lay-out':
        return layOutMovie(sources, request.range)
      case 'drop':
        collected.delete(request.cut)
        return null
    }
  }
})

function readSource(path: string, bytes: number): MovieSource {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    // Deleted since the index was asked: what is left is cut.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOTHING
    throw error
  }
  try {
    return readRecordingHeadsSync(file, bytes) ?? NOTHING
  } finally {
    closeSync(file)
  }
}
