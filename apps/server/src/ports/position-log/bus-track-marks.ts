// Marks of tracks between nodes: each device's are at the node that receives its positions.
import { type Bus, NoResponder } from '../../platform/bus/index.ts'
import { deviceSubject } from '../device-subject.ts'
import type { TrackMarks } from './track-marks.types.ts'
import { MAX_REASON, marksReplyCodec } from './track-marks-codec.ts'

/** The group that is being written may wait for the disk. */
const REPLY_MS = 30_000
const NOTHING = new Uint8Array()

/** The marks could not be made anew; sums are made in a later round. */
export class MarksNotFreed extends Error {}

interface BusTrackMarksDeps {
  readonly bus: Bus
}

export function createBusTrackMarks({ bus }: BusTrackMarksDeps): TrackMarks {
  async function free(deviceId: string): Promise<void> {
    try {
      const reply = marksReplyCodec.decode(await bus.request(deviceSubject(deviceId, 'marks'), NOTHING, REPLY_MS))
      if (!reply.ok) throw new MarksNotFreed(reply.reason)
      if (!reply.value.freed) throw new MarksNotFreed(reply.value.reason)
    } catch (error) {
      // A device that is not connected sends nothing, and its node has written what it sent.
      if (!(error instanceof NoResponder)) throw error
    }
  }
  return {
    async free(deviceIds) {
      await Promise.all(deviceIds.map(free))
    },
  }
}

/**
 * Serves the marks of a device that is connected to this node. After the device is gone it goes on until the device's last
 * points are on disk, and the node forgets its marks: the device may come back to another node meanwhile.
 */
export function serveTrackMarks({ bus }: BusTrackMarksDeps, deviceId: string, source: TrackMarks): { close(): void } {
  const responder = bus.respond(deviceSubject(deviceId, 'marks'), async () => {
    try {
      await source.free([deviceId])
      return marksReplyCodec.encode({ freed: true })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return marksReplyCodec.encode({ freed: false, reason: reason.slice(0, MAX_REASON) })
    }
  })
  const end = (): void => responder.close()
  return { close: () => void source.free([deviceId]).then(end, end) }
}
