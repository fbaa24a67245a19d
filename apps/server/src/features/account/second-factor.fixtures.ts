// How tests set up second factors and log in with them, through the front door.
import { ownSecondFactorPath, type SecondFactorOffer, secondFactorOfferSchema } from '@fleetglass/contract/account'
import { NEW_SESSION } from '@fleetglass/contract/session'
import type { ManualClock } from '@fleetglass/testkit'
import { generateSync } from 'otplib'
import { expect } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { ADMIN_PASSWORD, type TestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

const STEP_S = 30
const password = sha256(ADMIN_PASSWORD)

/** For users that `addUsers` added, with its password. */
export function secondFactorCalls(server: () => TestServer, clock: ManualClock) {
  /** What the app shows `steps` from now. */
  const codeOf = ({ secret }: Pick<SecondFactorOffer, 'secret'>, steps = 0): string =>
    generateSync({ secret, epoch: Math.floor(clock.nowMs() / 1000) + steps * STEP_S })
  const nextStep = (): void => clock.setWallClock(clock.nowMs() + STEP_S * 1000)
  const call = async (method: string, path: string, body: object) =>
    (await callHttp(server(), method, path, { body })).body
  const credentials = (user: string) => ({ username: user, password })
  async function logIn(user: string, more: Readonly<Record<string, string>> = {}) {
    const link = await server().connect()
    const { fields } = await link.request('Q02', { U: user, P: password, S: NEW_SESSION, ...more })
    return { link, fields, body: { username: user, password: fields.S ?? '' } }
  }
  /** The answer to a login, whose link is closed again. */
  async function answerOf(user: string, more: Readonly<Record<string, string>> = {}) {
    const { link, fields } = await logIn(user, more)
    await link.close()
    const { X: _, ...answer } = fields
    return answer
  }
  async function begin(user: string): Promise<SecondFactorOffer> {
    return secondFactorOfferSchema.parse(await call('POST', ownSecondFactorPath, credentials(user)))
  }
  async function enrol(user: string): Promise<SecondFactorOffer> {
    const offer = await begin(user)
    const done = await call('PUT', ownSecondFactorPath, { ...credentials(user), code: codeOf(offer) })
    expect(done).toEqual({ hasError: false })
    nextStep()
    return offer
  }
  return { begin, call, codeOf, credentials, answerOf, enrol, logIn, nextStep }
}
