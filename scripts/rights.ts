// Who is answered where: starts a server and writes down every way in that it registers, and every page of the console,
// as docs/rights.md (`--write`). Without `--write` it fails when the page is out of step.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { can, fullAccess, mayCall, type Requirement } from '@fleetglass/contract/access'
import { consolePages } from '@fleetglass/contract/pages'
import { createLog, defaultConfig, type RunningServer, startServer } from '@fleetglass/server'

type Entry = RunningServer['entries'][number]

const target = join(import.meta.dirname, '../docs/rights.md')
const levels = [0, 1, 2, 3]

/** The page, from what a server registered. */
function rightsPage(entries: readonly Entry[]): string {
  const named = new Map<string, Entry[]>()
  for (const entry of entries) named.set(entry.name, [...(named.get(entry.name) ?? []), entry])
  const sections = [
    ['Calls', 'call'],
    ['Messages of the main channel', 'message'],
    ['Streams', 'stream'],
    ['Sockets', 'socket'],
  ] as const
  const tables = sections.flatMap(([title, kind]) => {
    const rows = [...named]
      .filter(([, [first]]) => first?.kind === kind)
      .sort(([a], [b]) => (pathOf(a) < pathOf(b) ? -1 : 1))
    return rows.length === 0 ? [] : [`## ${title}\n\n${table(rows)}`]
  })
  return `${introduction}\n${tables.join('\n')}\n## Pages of the console\n\n${pagesTable()}`
}

const introduction = `# Who is answered where

Written by \`npm run rights -- --write\` from what a server registers; the check fails when it is out of step, and
\`apps/server/test/rights-matrix.test.ts\` asks every call, message and stream as every kind of user.

The columns 0 to 3 are the permission numbers with every flag granted; a number above 3 counts like 3. Beside the right,
whoever asks about a device or a group must see it: for everybody else it does not exist. A call or stream that asks for
flags alone is also answered to an account with \`F_api_full\`. A socket opens for any account; who lacks the right hears nothing.
`

function table(rows: readonly [string, readonly Entry[]][]): string {
  const lines = rows.map(([name, entries]) => {
    const entrance = entries[0]?.entrance ?? 'anyone'
    const where = [...new Set(entries.map(({ listener }) => listener))].join(', ')
    const may = levels.map((permission) => (mayEnter(permission, entries[0]) ? 'yes' : '–'))
    return `| \`${name}\` | ${where} | ${wordsOf(entrance)} | ${may.join(' | ')} |`
  })
  return `| what | port | who | 0 | 1 | 2 | 3 |\n| --- | --- | --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`
}

function mayEnter(permission: number, entry: Entry | undefined): boolean {
  if (entry === undefined || entry.entrance === 'anyone' || entry.entrance === 'credentials') return true
  if (entry.entrance === 'token') return false
  return (entry.kind === 'message' ? can : mayCall)({ permission, access: fullAccess }, entry.entrance)
}

function wordsOf(entrance: Entry['entrance']): string {
  if (entrance === 'anyone') return 'anyone'
  if (entrance === 'token') return 'programs with the token of the metrics'
  if (entrance === 'credentials') return 'user and password, which it checks itself'
  return requirementWords(entrance)
}

function requirementWords(requirement: Requirement): string {
  if (requirement === 'login') return 'any account'
  const number = 'permissionBelow' in requirement ? [`permission below ${requirement.permissionBelow}`] : []
  const flags = 'anyOf' in requirement ? [requirement.anyOf.map((flag) => `\`${flag}\``).join(' or ')] : []
  return [...number, ...flags].join(', with ')
}

function pagesTable(): string {
  const lines = consolePages.map((page) => {
    const who = page.access === 'anyone' ? ['anyone'] : page.access.map(requirementWords)
    const atServer = 'atServerOnly' in page ? ['at the address of the server'] : []
    const switches = 'switchedOffBy' in page ? page.switchedOffBy.map((name) => `\`${name}\``).join(', ') : ''
    return `| \`${page.path}\` | ${[...who, ...atServer].join('; ')} | ${switches} |`
  })
  return `| page | who | switched off by |\n| --- | --- | --- |\n${lines.join('\n')}\n`
}

function pathOf(name: string): string {
  return name.split(' ').reverse().join(' ')
}

async function registeredEntries(): Promise<readonly Entry[]> {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-rights-'))
  const ports = { http: 0, main: 0, streams: 0, signalling: 0, media: 0, filesPort: 0 }
  // The strict deployment has a call of its own.
  const site = { variant: 'strict' }
  const config = defaultConfig({ host: '127.0.0.1', ...ports, data, adminPassword: 'never used', site })
  try {
    const server = await startServer({ config, log: createLog('silent') })
    await server.close()
    return server.entries
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const wanted = rightsPage(await registeredEntries())
  if (process.argv.includes('--write')) writeFileSync(target, wanted)
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== wanted) {
    console.error('docs/rights.md is out of step: npm run rights -- --write')
    process.exit(1)
  }
}
