import { rmSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { lockDatabase } from '../../../test/databases/database-file.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { failedMessage } from '../../../test/failures.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'

vi.setConfig({ testTimeout: 60_000 })

const TERMINAL = '13900139000'
const health = async ({ url }: TestServer) => {
  const reply = await fetch(`${url}/healthz`)
  return { ...((await reply.json()) as { database: string }), status: reply.status }
}
const nowS = () => Math.floor(Date.now() / 1000)

describe('a server that cannot store', () => {
  it('says so when its data folder is gone, acknowledges no position, and logs it once', async () => {
    const lines: string[] = []
    const server = await startTestServer({ logLine: (line) => lines.push(line) })
    const operator = await server.login()
    await operator.request('D01', { A: TERMINAL })
    const device = await DeviceClient.tcp(server.ports.signalling, TERMINAL)
    await device.answerTo(device.send(positionMessage(nowS() - 10)))
    rmSync(server.data, { recursive: true })
    let answered = 0
    for (let n = 0; n < 3; n++) {
      void device.answerTo(device.send(positionMessage(nowS() - 5 + n))).then(
        () => answered++,
        () => {},
      )
    }
    const failing = await until('health is failing', async () => {
      const found = await health(server)
      return found.status === 503 ? found : undefined
    })
    expect(failing.database).toBe('The server cannot store anything now: its data folder is gone')
    await until('the failed write is in the log', () => lines.some((line) => line.includes('positions could not be')))
    expect(answered).toBe(0)
    expect(lines.filter((line) => line.includes('its data folder is gone'))).toHaveLength(1)
    await operator.close()
    await device.close()
    await server.close()
  })

  it('names the cause while another program locks the database, and goes on when it lets go', async () => {
    const server = await startTestServer()
    const operator = await server.login()
    const file = await lockDatabase(server)
    const { fields } = await operator.request('D01', { A: TERMINAL })
    expect(fields).toMatchObject(failedMessage('database-locked'))
    await until('health is failing', async () => (await health(server)).status === 503)
    file.exec('rollback')
    file.close()
    await until('health is back', async () => (await health(server)).status === 200)
    expect((await operator.request('D01', { A: TERMINAL })).fields.R).toBe('1')
    await operator.close()
    await server.close()
  })
})
