/** What a request needs, and where it puts the answers that the authority fetches. */
interface CertificateOrder {
  readonly directoryUrl: string
  readonly domains: readonly string[]
  readonly email: string
  /** PEM; empty: a new account. */
  readonly accountKey: string
  readonly answers: Map<string, string>
}

interface ObtainedCertificate {
  /** With its chain, PEM. */
  readonly certificate: string
  readonly privateKey: string
  readonly accountKey: string
}

const CALL_TIMEOUT_MS = 30_000
/** Looks at an order or a challenge, at most five minutes in all. */
const LOOKS = { backoffAttempts: 30, backoffMin: 1_000, backoffMax: 10_000 }

/** Rejects with the reason of the authority. */
export async function obtainCertificate(order: CertificateOrder): Promise<ObtainedCertificate> {
  // Loaded when it is needed: it is larger than the rest of TLS.
  const { default: acme } = await import('acme-client')
  acme.axios.defaults.timeout = CALL_TIMEOUT_MS
  const accountKey = order.accountKey === '' ? String(await acme.crypto.createPrivateEcdsaKey()) : order.accountKey
  const client = new acme.Client({ directoryUrl: order.directoryUrl, accountKey, ...LOOKS })
  const key = await acme.crypto.createPrivateEcdsaKey()
  const [, csr] = await acme.crypto.createCsr({ altNames: [...order.domains] }, key)
  const certificate = await client.auto({
    csr,
    email: order.email,
    termsOfServiceAgreed: true,
    challengePriority: ['http-01'],
    // Whether this machine reaches itself under the domain says nothing about whether the authority does.
    skipChallengeVerification: true,
    challengeCreateFn: async (_authorization, { token }, answer) => void order.answers.set(token, answer),
    challengeRemoveFn: async (_authorization, { token }) => void order.answers.delete(token),
  })
  return { certificate: certificate.trim(), privateKey: String(key).trim(), accountKey }
}
