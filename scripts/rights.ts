// Who may do what: starts a server and writes down every endpoint that it registers, and every page of the console,
// as docs/rights.md (`--write`). Without `--write` it fails when the page is out of step.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { can, fullAccess, mayCall, type Requirement } from '@fleetglass/contract/access'
import { consolePages } from '@fleetglass/contract/pages'
import { createLog, defaultConfig, type RunningServer, startServer, tokenScopesOf } from '@fleetglass/server'

type Endpoint = RunningServer['endpoints'][number]

const target = join(import.meta.dirname, '../docs/rights.md')
const levels = [0, 1, 2, 3]

/** The page, from what a server registered. */
function rightsPage(endpoints: readonly Endpoint[]): string {
  const named = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints) named.set(endpoint.name, [...(named.get(endpoint.name) ?? []), endpoint])
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

const introduction = `# Who may call what

Written by \`npm run rights -- --write\` from the endpoints that a server registers; the check fails when it is out of step, and
\`apps/server/test/rights/rights-matrix.test.ts\` tries every call, message and stream as every kind of user.

The columns 0 to 3 are the permission numbers with every flag granted; a number above 3 counts like 3. Beside the right,
the user of a call for a device or a group must see it: for other users it does not exist. A call or stream that requires
flags alone is also answered to an account with \`F_api_full\`. A socket opens for any account; without the right it receives nothing.

The column of API tokens has the scopes that are answered where the user of the token is. What changes how one logs in is left to a person.

The audit description states what a call did; names in braces are fields of its body, its query or its message, or parts of its path.
One that begins with Read, Followed, Watched, Played, Downloaded, Listened, Checked or Compared is of a call that changes nothing.
`

function table(rows: readonly [string, readonly Endpoint[]][]): string {
  const lines = rows.map(([name, endpoints]) => {
    const access = endpoints[0]?.access ?? 'anyone'
    const where = [...new Set(endpoints.map(({ listener }) => listener))].join(', ')
    const may = levels.map((permission) => (mayEnter(permission, endpoints[0]) ? 'yes' : '–'))
    const tokens = endpoints[0] === undefined ? [] : tokenScopesOf(endpoints[0])
    const cells = [where, wordsOf(access), ...may, tokens.join(', ') || '–', endpoints[0]?.audit]
    return `| \`${name}\` | ${cells.join(' | ')} |`
  })
  return `| what | port | who | 0 | 1 | 2 | 3 | API tokens | audit description |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n${lines.join('\n')}\n`
}

function mayEnter(permission: number, endpoint: Endpoint | undefined): boolean {
  if (endpoint === undefined || endpoint.access === 'anyone' || endpoint.access === 'credentials') return true
  if (endpoint.access === 'token') return false
  return (endpoint.kind === 'message' ? can : mayCall)({ permission, access: fullAccess }, endpoint.access)
}

function wordsOf(access: Endpoint['access']): string {
  if (access === 'anyone') return 'anyone'
  if (access === 'token') return 'programs with the token of the metrics'
  if (access === 'credentials') return 'user and password, which it checks itself'
  return requirementWords(access)
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

async function registeredEndpoints(): Promise<readonly Endpoint[]> {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-rights-'))
  const ports = {
    http: 0,
    main: 0,
    streams: 0,
    heartbeat: 0,
    signalling: 0,
    media: 0,
    filesPort: 0,
    attachmentsPort: 0,
  }
  // The strict deployment has a call of its own.
  const site = { variant: 'strict' }
  const config = defaultConfig({ host: '127.0.0.1', ...ports, data, adminPassword: 'never used', site })
  try {
    // The files of the console are an endpoint of their own, whether the console is built or not.
    const consoleFolder = join(data, 'console')
    mkdirSync(consoleFolder)
    writeFileSync(join(consoleFolder, 'index.html'), '')
    const server = await startServer({ config, log: createLog('silent'), consoleFolder })
    await server.close()
    return server.endpoints
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const wanted = rightsPage(await registeredEndpoints())
  if (process.argv.includes('--write')) writeFileSync(target, wanted)
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== wanted) {
    console.error('docs/rights.md is out of step: npm run rights -- --write')
    process.exit(1)
  }
}
