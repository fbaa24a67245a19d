import type { LiveMedia, LiveMediaSource } from './live-media.types.ts'

/** Live media inside one process: readers are called by the hub, with the frame that all of them share. */
export function createDirectLiveMedia(source: LiveMediaSource): LiveMedia {
  return {
    subscribe: (channel, reader) => source.subscribe(channel, reader),
    trace: async (channel) => source.startupTrace(channel),
  }
}
