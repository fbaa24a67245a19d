// The command as a person or a service manager runs it: a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownSecondFactorPath } from '@fleetglass/contract/account'
import { generateSync } from 'otplib'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChannelClient, sha256 } from '../test/channel-client.ts'
import { callHttp } from '../test/http-client.ts'
import { SERVER_NODE_FLAGS } from '../test/node-flags.ts'

interface Ready {
  readonly http: number
  readonly main: number
}

class Command {
  readonly child: ChildProcess
  stdout = ''
  stderr = ''
  readonly ended: Promise<number | string>

  constructor(args: readonly string[], environment: Record<string, string> = {}) {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment }
    this.child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { env })
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.stdout += chunk
    })
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk
    })
    this.ended = new Promise((resolve) => this.child.once('close', (code, signal) => resolve(code ?? signal ?? '')))
  }

  /** The ports, from the `start`th line that says that the server is ready; however long it takes, unless the server ends before. */
  async ready(start = 1): Promise<Ready> {
    const line = await new Promise<string>((resolve, reject) => {
      const look = (): void => {
        const lines = this.stdout.split('\n').slice(0, -1)
        const found = lines.filter((text) => text.includes('"msg":"ready"'))[start - 1]
        if (found !== undefined) resolve(found)
      }
      this.child.stdout?.on('data', look)
      void this.ended.then(() => reject(new Error(`the server ended before it was ready: ${this.stderr}`)))
      look()
    })
    return (JSON.parse(line) as { ports: Ready }).ports
  }
}

// A process needs a second to start, and several on a busy machine need more.
vi.setConfig({ testTimeout: 120_000 })
afterAll(() => vi.resetConfig())

let data: string
let commands: Command[]
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'fleetglass-main-'))
  commands = []
})
afterEach(async () => {
  for (const { child } of commands) child.kill('SIGKILL')
  await Promise.all(commands.map(({ ended }) => ended))
  chmodSync(data, 0o700)
  rmSync(data, { recursive: true, force: true })
})

function run(args: readonly string[], environment: Record<string, string> = {}): Command {
  const command = new Command(args, environment)
  commands.push(command)
  return command
}
const PORTS = [
  '--http',
  '--main',
  '--streams',
  '--heartbeat',
  '--signalling',
  '--media',
  '--files-port',
  '--attachments-port',
]
const anyPorts = PORTS.flatMap((flag) => [flag, '0'])
const serve = (args: readonly string[] = [], environment: Record<string, string> = {}): Command =>
  run(['serve', '--host', '127.0.0.1', '--data', data, ...anyPorts, ...args], environment)

/** It ended with 1, one sentence on the error output, and no stack. */
async function failure(command: Command): Promise<string> {
  expect(await command.ended).toBe(1)
  expect(command.stderr.trim().split('\n')).toHaveLength(1)
  expect(command.stderr).not.toMatch(/\n\s+at /)
  return command.stderr.trim()
}

describe('fleetglass serve', () => {
  it('prints a first password once, which logs in, and never again', async () => {
    const first = serve()
    const { main } = await first.ready()
    const password = /^The first administrator is "admin", password: (\S+)$/m.exec(first.stdout)?.[1] ?? ''
    const client = await ChannelClient.connect(main)
    expect((await client.login('admin', password)).fields.R).toBe('1')
    await client.close()
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const second = serve()
    await second.ready()
    expect(second.stdout).not.toContain('password:')
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends it in good order, open links included', async (signal) => {
    const command = serve([], { FLEETGLASS_ADMIN_PASSWORD: 'x' })
    const { main } = await command.ready()
    const client = await ChannelClient.connect(main)
    await client.login('admin', 'x')
    command.child.kill(signal)
    expect(await command.ended).toBe(0)
    expect((await client.closed).code).toBe(1001)
    expect(command.stderr).toBe('')
  })

  it('[SET-039] reads its configuration anew and serves again in the same process, with the one before where it does not start, when an administrator restarts it', async () => {
    const config = join(data, 'fleetglass.json')
    const withTitle = (title: string) => JSON.stringify({ embeddedPages: [{ title, url: '/page' }] })
    writeFileSync(config, withTitle('Before'))
    const command = serve(['--config', config], { FLEETGLASS_ADMIN_PASSWORD: 'first' })
    const password = sha256('first')
    const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
    const restart = async (port: number) => {
      const body = JSON.stringify({ username: 'admin', password })
      const headers = { 'content-type': 'application/json' }
      return (await fetch(`http://127.0.0.1:${port}/gkserver/reboot`, { method: 'POST', headers, body })).json()
    }
    const before = await command.ready()
    writeFileSync(config, withTitle('After'))
    // The second press of the button, before the server has ended, changes nothing.
    for (let press = 0; press < 2; press++) {
      expect(await restart(before.http)).toEqual({ hasError: false, message: 'OK' })
    }
    const after = await command.ready(2)
    const pages = await fetch(`http://127.0.0.1:${after.http}/gkserver/iframes`, { headers: { authorization } })
    expect(await pages.text()).toContain('After')
    writeFileSync(config, JSON.stringify({ tlsCert: join(data, 'missing.pem'), tlsKey: join(data, 'missing.pem') }))
    await restart(after.http)
    const again = await command.ready(3)
    const same = await fetch(`http://127.0.0.1:${again.http}/gkserver/iframes`, { headers: { authorization } })
    expect(await same.text()).toContain('After')
    expect(command.child.exitCode).toBeNull()
    command.child.kill('SIGTERM')
    expect(await command.ended).toBe(0)
  })

  it('starts by itself after it was killed, with what it had acknowledged', async () => {
    const first = serve([], { FLEETGLASS_ADMIN_PASSWORD: 'x' })
    const ports = await first.ready()
    const before = await ChannelClient.connect(ports.main)
    await before.login('admin', 'x')
    for (let count = 0; count < 20; count++) {
      expect((await before.request('D01', { A: `van-${count}` })).fields.R).toBe('1')
    }
    first.child.kill('SIGKILL')
    await first.ended
    const second = serve()
    const { main } = await second.ready()
    const after = await ChannelClient.connect(main)
    await after.login('admin', 'x')
    expect((await after.list('Q03')).rows).toHaveLength(20)
    await after.close()
  })
})

describe('what keeps it from starting is one sentence', () => {
  it('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    expect(await failure(serve(['--files-port', String(port)]))).toMatch(
      new RegExp(`port ${port} is in use.*choose another`, 'i'),
    )
    await new Promise((resolve) => other.close(resolve))
  })

  it('settings that are wrong, all of them', async () => {
    const command = serve(['--http', 'x', '--nonsense', '1'], { FLEETGLASS_RECORDING_DAYS: '-1' })
    expect(await command.ended).toBe(1)
    expect(command.stderr).toContain('--http: "x" is not a number')
    expect(command.stderr).toContain('--nonsense: there is no such option')
    expect(command.stderr).toContain('FLEETGLASS_RECORDING_DAYS: "-1" is below 0')
  })
})

describe('fleetglass reset-password', () => {
  const reset = (user: string, environment: Record<string, string> = {}, folder = data): Command =>
    run(['reset-password', user, '--data', folder], environment)

  it('gives a user another password beside a running server, from the environment or from what is typed', async () => {
    const server = serve([], { FLEETGLASS_ADMIN_PASSWORD: 'lost' })
    const { main, http } = await server.ready()
    const logIn = async (password: string): Promise<string | undefined> => {
      const client = await ChannelClient.connect(main)
      const { fields } = await client.login('admin', password)
      await client.close()
      return fields.R
    }
    const first = reset('admin', { FLEETGLASS_NEW_PASSWORD: 'one' })
    expect([await first.ended, first.stdout]).toEqual([0, '"admin" has the new password.\n'])
    expect([await logIn('one'), await logIn('lost')]).toEqual(['1', '0'])
    // With the phone that shows its codes the administrator has lost both.
    const proof = { username: 'admin', password: sha256('one') }
    const secondFactor = async (method: string, body: object) =>
      (await callHttp({ ports: { http } }, method, ownSecondFactorPath, { body })).body
    const { secret } = await secondFactor('POST', proof)
    await secondFactor('PUT', { ...proof, code: generateSync({ secret: String(secret) }) })
    expect(await logIn('one')).toBe('0')
    const second = reset('admin')
    second.child.stdin?.end('two\n')
    expect(await second.ended).toBe(0)
    expect(await logIn('two')).toBe('1')
    server.child.kill('SIGTERM')
    await server.ended
    const stopped = reset('admin', { FLEETGLASS_NEW_PASSWORD: 'three' })
    expect(await stopped.ended).toBe(0)
  })

  it('says why it did nothing, and makes no database of its own', async () => {
    const nowhere = await failure(reset('admin', { FLEETGLASS_NEW_PASSWORD: 'x' }))
    expect(nowhere).toMatch(/^There is no database .*--data/)
    const server = serve([], { FLEETGLASS_ADMIN_PASSWORD: 'x' })
    await server.ready()
    expect(await failure(reset('nobody', { FLEETGLASS_NEW_PASSWORD: 'x' }))).toContain('There is no user "nobody"')
    const help = run(['reset-password', '--help'])
    expect([await help.ended, help.stdout]).toEqual([0, expect.stringContaining('FLEETGLASS_NEW_PASSWORD')])
  })
})

it('is started by bin/fleetglass with the flags that tests and benches start it with', () => {
  const script = readFileSync(join(import.meta.dirname, '../../../bin/fleetglass'), 'utf8')
  expect(script).toContain(`"$NODE" ${SERVER_NODE_FLAGS.join(' ')} `)
})

describe('other words', () => {
  it('migrate says what is missing in its options and ends with 1, and has a help', async () => {
    const lacking = run(['migrate', '--from', data], { FLEETGLASS_S3_SECRET_KEY: 'a secret' })
    expect([await lacking.ended, lacking.stdout]).toEqual([1, ''])
    expect(lacking.stderr).toContain('Say where to')
    const folder = run(['migrate', '--from', data], {
      FLEETGLASS_DATABASE: 'postgres://user:a-secret@127.0.0.1:1/none',
    })
    expect(await folder.ended).toBe(1)
    expect(folder.stderr).toMatch(/^\S+ is no data folder with a database.*\n$/)
    const help = run(['migrate', '--help'])
    expect([await help.ended, help.stderr]).toEqual([0, ''])
    expect(help.stdout).toContain('--media s3://')
  })

  it('verify ends with 1 for a file that is no evidence package, and with 2 for none at all', async () => {
    writeFileSync(join(data, 'other.zip'), 'no package')
    const [file, none] = ['other.zip', 'none.zip'].map((name) => run(['verify', join(data, name)])) as [
      Command,
      Command,
    ]
    expect([await file.ended, await none.ended]).toEqual([1, 2])
    expect(file.stdout).toContain('is NOT valid')
    expect(none.stderr).toContain('none.zip cannot be read')
  })

  it('version and help', async () => {
    const version = run(['version'])
    expect(await version.ended).toBe(0)
    expect(version.stdout).toBe('fleetglass 0.1.0\n')
    const help = run(['serve', '--help'])
    expect(await help.ended).toBe(0)
    expect(help.stdout).toMatch(/--media +FLEETGLASS_MEDIA +7078/)
    const nothing = run(['fly'])
    expect(await nothing.ended).toBe(2)
  })
})
