// An operator, an account and a user of NATS, as `nsc` makes them.
import { nkeys } from '@nats-io/transport-node'

type KeyPair = ReturnType<typeof nkeys.createUser>

/** What the server is configured with, and the file of the user. */
export function natsCredentials(): { readonly config: string; readonly file: string } {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()]
  const limits = { subs: -1, data: -1, payload: -1 }
  const accountLimits = { ...limits, imports: -1, exports: -1, conn: -1, leaf: -1, wildcards: true }
  const operatorJwt = signed(operator, operator, { type: 'operator' })
  const accountJwt = signed(operator, account, { type: 'account', limits: accountLimits })
  const userJwt = signed(account, user, { type: 'user', ...limits })
  const seed = Buffer.from(user.getSeed()).toString()
  return {
    config: `operator: ${operatorJwt}\nresolver: MEMORY\nresolver_preload: { ${account.getPublicKey()}: ${accountJwt} }\n`,
    file: `${block('NATS USER JWT', userJwt)}\n${block('USER NKEY SEED', seed)}`,
  }
}

function signed(issuer: KeyPair, subject: KeyPair, nats: Readonly<Record<string, unknown>>): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    jti: 'test',
    iat: 1_790_000_000,
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    name: 'test',
  }
  const content = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part({ ...claims, nats: { ...nats, version: 2 } })}`
  return `${content}.${Buffer.from(issuer.sign(Buffer.from(content))).toString('base64url')}`
}

function block(name: string, content: string): string {
  return `-----BEGIN ${name}-----\n${content}\n------END ${name}------\n`
}
