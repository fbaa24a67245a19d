import { failureTexts } from '@fleetglass/contract/envelope'

/** API1-44: who may call and what there is have a status of their own; every other failure is told by `hasError` alone. */
const statusOf = { 'bad-credentials': 401, forbidden: 403, 'unknown-path': 404, 'too-many': 200, refused: 200 } as const

/** Why a call, main-channel message or stream is not done. The sentence is shown to the person who asked. */
export class Refusal extends Error {
  readonly kind: keyof typeof statusOf

  constructor(kind: keyof typeof statusOf, message: string) {
    super(message)
    this.kind = kind
  }

  get status(): number {
    return statusOf[this.kind]
  }
}

export const badCredentials = (): Refusal => new Refusal('bad-credentials', failureTexts.badCredentials)
export const badToken = (): Refusal => new Refusal('bad-credentials', 'the token is missing or wrong')
export const permissionDenied = (): Refusal => new Refusal('forbidden', failureTexts.permissionDenied)
/** The call was understood and is not done, for the reason given. */
export const refused = (message: string): Refusal => new Refusal('refused', message)

/** What keeps the server from starting, in a sentence that says what to do: shown instead of a stack. */
export class StartRefused extends Error {}
