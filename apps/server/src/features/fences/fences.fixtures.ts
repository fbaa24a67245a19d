import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fence, fencePath, fenceSchema } from '@fleetglass/contract/fences'
import type BetterSqlite3 from 'better-sqlite3'
import { addGroup, addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { TOWN } from '../../../test/devices/driven-device.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { callHttp, type HttpAnswer } from '../../../test/http-client.ts'

export const DEVICES = Array.from({ length: 10 }, (_, n) => `1380000000${n}`)
export const [VAN, BUS] = DEVICES as [string, string]
export const depot: Fence = {
  title: 'depot',
  enable: 1,
  lat: TOWN.lat,
  lng: TOWN.lng,
  radius: 300,
  trigger_in: 1,
  trigger_out: 1,
  devices: [VAN],
}

/** A server with ten devices, and accounts of each permission and of another group. */
export class FenceSite {
  readonly #data: string
  server: TestServer

  private constructor(data: string, server: TestServer) {
    this.#data = data
    this.server = server
  }

  static async start(): Promise<FenceSite> {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-fences-'))
    const server = await startTestServer({ data })
    const admin = await server.login()
    for (const id of DEVICES) await admin.request('D01', { A: id, C: '1' })
    await admin.close()
    await addGroup(server, { id: 2, name: 'elsewhere' })
    await addUsers(
      server,
      { name: 'one', permission: 1 },
      { name: 'two', permission: 2 },
      { name: 'elsewhere', permission: 1, groupId: 2 },
    )
    return new FenceSite(data, server)
  }

  /** Stops the server and starts it again, with the database changed in between. */
  async restart(change?: (file: BetterSqlite3.Database) => void): Promise<void> {
    await this.server.close()
    if (change !== undefined) await changeDatabase({ data: this.#data }, change)
    this.server = await startTestServer({ data: this.#data })
  }

  call(method: string, path: string, body: object = {}, user: string = ADMIN): Promise<HttpAnswer> {
    return callHttp(this.server, method, path, {
      body: { username: user, password: sha256(ADMIN_PASSWORD), ...body },
    })
  }

  /** A read carries its credentials in a header. */
  async read(path: string, user: string | null = ADMIN): Promise<unknown> {
    const token = Buffer.from(`${user}:${sha256(ADMIN_PASSWORD)}`).toString('base64')
    const { text } = await callHttp(
      this.server,
      'GET',
      path,
      user === null ? {} : { headers: { authorization: `Basic ${token}` } },
    )
    return JSON.parse(text) as unknown
  }

  save(index: number, fence: object, user?: string): Promise<HttpAnswer> {
    return this.call('PUT', fencePath(index), fence, user)
  }

  async fenceAt(index: number): Promise<Fence> {
    return fenceSchema.parse(await this.read(fencePath(index)))
  }

  async close(): Promise<void> {
    await this.server.close()
    rmSync(this.#data, { recursive: true })
  }
}
