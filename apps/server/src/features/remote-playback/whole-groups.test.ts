import type { RemoteSpeed } from '@fleetglass/contract/remote-playback'
import { describe, expect, it } from 'vitest'
import type { MediaFrame } from '../../ports/live-media/index.ts'
import { WholeGroups } from './whole-groups.ts'

/** `K` a key frame, `p` another picture, `a` sound, a digit a speed. What is kept comes back, `!` before a discontinuity. */
function stored(speed: RemoteSpeed, played: string): string {
  let text = ''
  const letterOf = (frame: MediaFrame): string => (frame.kind === 'audio' ? 'a' : frame.keyFrame ? 'K' : 'p')
  const groups = new WholeGroups(speed, (frame) => {
    text += `${frame.discontinuity ? '!' : ''}${letterOf(frame)}`
  })
  for (const letter of played) {
    if (/\d/.test(letter)) groups.speed(Number(letter) as RemoteSpeed)
    else groups.frame({ kind: letter === 'a' ? 'audio' : 'video', keyFrame: letter === 'K' } as MediaFrame)
  }
  return text
}

describe('[STRM-32] what is kept of a playback', () => {
  it.each<[RemoteSpeed, string, string, string]>([
    [1, 'KpaKKKpp', 'KpaKKKpp', 'everything at the own pace'],
    [0, 'KappaKpp', 'KappaKpp', 'everything of a device that leaves nothing out'],
    [0, 'KKaKK', '', 'nothing of one that winds'],
    [0, 'KKKpap', '!Kpap', 'what is whole behind it'],
    [8, 'KKKpp', '', 'nothing at 8'],
    [1, 'Kpp8pKK1pKK1Kpp', 'Kpp!Kpp', 'nothing that was on its way when the pace became the own one again'],
    [1, 'Kp0pKpp', 'KppKpp', 'the rest of a group when it becomes the fastest'],
    [1, 'aa8aa1aaKp', 'aa!aaKp', 'sound alone also after the pace was another one'],
    [1, 'aa0aaa', 'aaaaa', 'sound alone when it becomes the fastest'],
    [0, 'aa4aa0aa', 'aa!aa', 'sound alone behind what came at 4'],
    [1, 'Ka8pKaa1aaKap', 'Ka!Kap', 'no sound of another pace where there are pictures'],
    [0, `K${'a'.repeat(1000)}pKp`, '!Kp', 'no group that grows without bound'],
  ])('at %d of %s: %s, %s', (speed, played, result) => {
    expect(stored(speed, played)).toBe(result)
  })
})
