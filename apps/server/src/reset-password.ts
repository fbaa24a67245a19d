// fleetglass reset-password USER: another password for a user whose own is lost, beside a running server or without one.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { migrations } from '../migrations/index.ts'
import { systemClock } from './platform/clock/index.ts'
import { loadConfig, type ServerConfig } from './platform/config/index.ts'
import { openDatabase } from './platform/database/index.ts'
import { StartError } from './platform/errors/index.ts'
import { createSecondFactorStore, setPassword } from './services/authentication/index.ts'
import { createAccountStore } from './services/directory/index.ts'

const NEW_PASSWORD = 'FLEETGLASS_NEW_PASSWORD'

export const RESET_HELP = `Usage: fleetglass reset-password USER [OPTIONS]

Gives a user another password. Asks for it, or takes it from ${NEW_PASSWORD}. A second factor of the user is removed. The
server may run or not; a running one takes the new password within a minute and ends the links of the old one.

OPTIONS are those of fleetglass serve that locate the accounts: --config, --data, --database.
`

/** Resolves with the sentence that says what was done; throws `StartError` with the one that says why it was not. */
export async function resetPassword(
  [user = '', ...options]: readonly string[],
  { [NEW_PASSWORD]: given, ...environment }: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if (user === '' || user.startsWith('-')) throw new StartError('Say whose: fleetglass reset-password USER.')
  const loaded = loadConfig(options, environment)
  if (!loaded.ok) throw new StartError(loaded.faults.join('\n'))
  const location = locate(loaded.config)
  const password = given ?? (await ask(`New password of "${user}": `))
  if (password === '') throw new StartError('The new password is empty; nothing was changed.')
  const onFailure = (error: Error): void => {
    throw error
  }
  const database = await openDatabase({ location, migrations, clock: systemClock, onFailure })
  try {
    const stores = { accounts: createAccountStore(database), secondFactors: createSecondFactorStore(database) }
    if (await setPassword(stores, user, password)) return `"${user}" has the new password.`
    throw new StartError(`There is no user "${user}"; nothing was changed.`)
  } finally {
    await database.close()
  }
}

/** A folder without accounts is a mistyped one, and is not made. */
function locate({ database, data }: ServerConfig): string {
  if (database !== '') return database
  const file = join(resolve(data), 'fleetglass.sqlite')
  if (existsSync(file)) return file
  throw new StartError(`There is no database ${file}. Name the data folder of the server with --data.`)
}

/** One line of the terminal, not shown while it is typed; or the first line of what is piped in. */
async function ask(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY === true })
  process.stderr.write(question)
  try {
    return await new Promise<string>((resolve) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(''))
    })
  } finally {
    process.stderr.write('\n')
    lines.close()
  }
}
