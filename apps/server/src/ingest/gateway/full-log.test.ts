// What the gateway does when the disk is behind.
import { until } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { startGatewayAlone } from '../../../test/gateway-alone.ts'
import type { CommitWaiter, PositionLog } from '../../ports/position-log/index.ts'

it('a full position log stops the reading of every line until it is drained; then all is answered, nothing lost', async () => {
  const waiting: { waiter: CommitWaiter; token: number }[] = []
  let drained = (): void => {}
  const full: PositionLog = {
    append(_point, waiter, token) {
      waiting.push({ waiter, token })
      return false
    },
    onDrained(listener) {
      drained = listener
      return { close: () => undefined }
    },
    waiting: 0,
    stats: { points: 0, groups: 0, failedGroups: 0, lastCommitMs: 0 },
    close: async () => undefined,
  }
  const alone = await startGatewayAlone('13800138000', full)
  const device = await DeviceClient.tcp(alone.gateway.ports.signalling, '13800138000')
  const other = await DeviceClient.tcp(alone.gateway.ports.signalling, '13800138001')
  await device.login()
  await device.next('positionRequest')
  await other.login()

  const position = device.send(positionMessage(Math.floor(Date.now() / 1000)))
  await until('the point was taken', () => waiting.length === 1)
  const heartbeats = [device, other].map((line) => line.send({ name: 'heartbeat', body: {} }))
  // Server and devices share this loop: within these turns everything would have been read and answered.
  const late = await DeviceClient.tcp(alone.gateway.ports.signalling, '13800138002')
  const lateBeat = late.send({ name: 'heartbeat', body: {} })
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect([device, other, late].map((line) => line.received.length)).toEqual([0, 0, 0])

  for (const { waiter, token } of waiting) waiter.committed(token)
  drained()
  expect(await device.answerTo(position)).toBe(0)
  expect(await device.answerTo(heartbeats[0] ?? -1)).toBe(0)
  expect(await other.answerTo(heartbeats[1] ?? -1)).toBe(0)
  expect(await late.answerTo(lateBeat)).toBe(0)
  for (const line of [device, other, late]) await line.close()
  await alone.close()
})

it('a position counts as stored when the log has it on disk, not when it was taken', async () => {
  const waiting: { waiter: CommitWaiter; token: number }[] = []
  const stats = { points: 0, groups: 0, failedGroups: 0, lastCommitMs: 0 }
  const slow: PositionLog = {
    append: (_point, waiter, token) => waiting.push({ waiter, token }) > 0,
    onDrained: () => ({ close: () => undefined }),
    waiting: 0,
    stats,
    close: async () => undefined,
  }
  const alone = await startGatewayAlone('13800138000', slow)
  const device = await DeviceClient.tcp(alone.gateway.ports.signalling, '13800138000')
  for (let n = 0; n < 3; n++) device.send(positionMessage(Math.floor(Date.now() / 1000) - n))
  await until('the points were taken', () => waiting.length === 3)
  stats.points = 2
  await alone.gateway.close()
  expect(await alone.metrics.text()).toContain('fleetglass_positions_total{fate="stored"} 2\n')
  await device.close()
  await alone.close()
})
