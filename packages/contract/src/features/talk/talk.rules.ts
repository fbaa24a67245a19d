/** Hz of talk audio in both directions of ours (TALK-09). */
export const TALK_SAMPLE_RATE = 8000
/** A frame of an operator: 40 ms (TALK-12). */
export const TALK_FRAME_SAMPLES = 320
/** The same as G.726 at 32 kbit/s: 4 bits a sample, low half first. */
export const TALK_FRAME_BYTES = 160

/** Error for a second talk with one device (TALK-15). */
export const DEVICE_BUSY = 'device busy'

/** Whether a talk can be begun: the right, without which it is not offered at all, is asked elsewhere (TALK-07). */
export function mayBeginTalk(device: { readonly online: boolean }): boolean {
  return device.online
}
