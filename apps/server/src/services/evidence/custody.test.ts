import { expect, it } from 'vitest'
import { createCustody } from './custody.ts'
import type { CustodyStep, EvidenceAct } from './evidence.types.ts'

/** A chain in memory, and the clock of its server. */
function chain() {
  let nowS = 1_000_000
  const steps: CustodyStep[] = []
  const isSame = (one: CustodyStep, other: Omit<CustodyStep, 'timeS'>): boolean =>
    (['userName', 'address', 'act', 'link', 'channel'] as const).every((key) => one[key] === other[key])
  const custody = createCustody(
    { nowMs: () => nowS * 1000 },
    {
      custody: async () => steps as never,
      addStep: async (_, step) => void steps.push(step),
      lastTimeOf: async (_, step) => steps.findLast((one) => isSame(one, step))?.timeS,
    },
  )
  const note = (act: EvidenceAct['act']) =>
    custody.note('p', { userName: 'ann', address: '10.0.0.1', act, link: 'Police' })
  const acts = () => steps.map(({ act }) => act)
  return { note, acts, passes: (seconds: number) => (nowS += seconds) }
}

it('the same step within a minute is one, and one after it is another', async () => {
  const { note, acts, passes } = chain()
  await note('viewed')
  await note('viewed')
  passes(60)
  await note('viewed')
  expect(acts()).toEqual(['viewed', 'viewed'])
})

it('each link that is made and each that is revoked is a step of its own, however soon it follows', async () => {
  const { note, acts } = chain()
  for (const act of ['shared', 'shared', 'revoked', 'revoked'] as const) await note(act)
  expect(acts()).toEqual(['shared', 'shared', 'revoked', 'revoked'])
})

it('a clock that was ahead hides no step after it was set right', async () => {
  const { note, acts, passes } = chain()
  passes(86_400)
  await note('downloaded')
  passes(-86_400)
  await note('downloaded')
  expect(acts()).toEqual(['downloaded', 'downloaded'])
})
