import { expect, it } from 'vitest'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import { fromThePicture } from './playback-order.ts'

/** `v` a picture, `a` sound, with a time: what is sent from 100 ms on, a picture that is not shown in round brackets. */
async function sent(frames: string): Promise<string> {
  async function* recorded() {
    for (const text of frames.split(' ')) {
      const kind = text.startsWith('v') ? 'video' : 'audio'
      yield { kind, timestampMs: Number(text.slice(1)) } as MediaFrame
    }
  }
  const texts: string[] = []
  for await (const { frame, shown } of fromThePicture(recorded(), 100)) {
    const text = `${frame.kind === 'video' ? 'v' : 'a'}${frame.timestampMs}`
    texts.push(shown === 'never' ? `(${text})` : text)
  }
  return texts.join(' ')
}

it.each([
  ['v60 a60 v80 a80 v120 a120', '(v60) v80 v120 a120', 'leaves out the sound before the time'],
  ['v60 a60 v100 a100 v140 a140', '(v60) v100 a100 v140 a140', 'keeps the sound of exactly that time'],
  ['a60 a100 a140', 'a100 a140', 'keeps it also without a picture'],
])('a playback of %s from 100 ms on sends %s: it %s', async (frames, expected) => {
  expect(await sent(frames)).toBe(expected)
})
