import type { Requirement } from '@fleetglass/contract/access'
import type { AppError } from '@fleetglass/contract/errors'
import type { Account } from '../../services/directory/index.ts'
import type { StreamGate } from '../../services/viewers/index.ts'

type Denial = Parameters<Parameters<StreamGate['keep']>[1]>[0]

/** The life of a long answer: `started` with what cuts it, `ended` when it has left or its caller has gone. */
export interface AnswerLife {
  started(cut: () => void): void
  ended(): void
}

/**
 * Prepares a long answer about a device (`null`: about all of the caller) and cuts it as soon as the caller loses the
 * device or the right.
 */
export async function whileAllowed<Prepared extends { close(): void }, Answer>(
  gate: Pick<StreamGate, 'keep'>,
  about: { readonly account: Account; readonly right: Requirement; readonly deviceId: string | null },
  prepare: () => Promise<Prepared>,
  answer: (prepared: Prepared, life: AnswerLife) => Answer,
): Promise<Answer> {
  let denial: Denial | null = null
  let cut = (): void => undefined
  const access = gate.keep({ ...about, channel: null }, (found) => {
    denial = found
    cut()
  })
  try {
    const prepared = await prepare()
    const ended = (): void => {
      access.close()
      prepared.close()
    }
    if (denial === null) return answer(prepared, { started: (how) => (cut = how), ended })
    ended()
  } catch (error) {
    access.close()
    throw error
  }
  throw errorOf(denial)
}

function errorOf({ error }: Denial): AppError {
  return error
}
