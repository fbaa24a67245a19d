// Belongs here: who had a package, and when one step is the same as the one before. Does not: who may have it.
import type { CustodyEntry } from '@fleetglass/contract/evidence'
import type { Clock } from '../../platform/clock/index.ts'
import type { EvidenceStore } from './evidence.store.ts'
import type { CustodyStep, EvidenceAct } from './evidence.types.ts'

/** The same step from the same address within this time is one: a download in parts, a page that is read again. */
const SAME_STEP_S = 60
/** A recording that somebody watches is asked for in parts for as long as it plays. */
const SAME_WATCHING_S = 900

/** Acts that are no repetition of one before, however soon they follow. */
const DONE_ONCE: ReadonlySet<EvidenceAct['act']> = new Set(['shared', 'revoked'])

/** The chains of custody of all packages. */
export interface Custody {
  step(act: EvidenceAct): CustodyStep
  note(id: string, act: EvidenceAct): Promise<void>
  entries(id: string): Promise<CustodyEntry[]>
}

export function createCustody(
  clock: Pick<Clock, 'nowMs'>,
  store: Pick<EvidenceStore, 'custody' | 'addStep' | 'lastTimeOf'>,
): Custody {
  const stepOf = ({ userName, address, act, link = '', channel = 0 }: EvidenceAct): CustodyStep => ({
    timeS: Math.floor(clock.nowMs() / 1000),
    userName,
    address,
    act,
    link,
    channel,
  })
  return {
    step: stepOf,
    async note(id, act) {
      const step = stepOf(act)
      const beforeS = DONE_ONCE.has(step.act) ? undefined : await store.lastTimeOf(id, step)
      const sameS = step.act === 'watched' ? SAME_WATCHING_S : SAME_STEP_S
      // Before it too: a clock that was ahead hides nothing after it was set right.
      if (beforeS === undefined || Math.abs(step.timeS - beforeS) >= sameS) await store.addStep(id, step)
    },
    async entries(id) {
      const steps = await store.custody(id)
      return steps.map(({ timeS, userName, ...rest }) => ({ time: timeS, user: userName, ...rest }))
    },
  }
}
