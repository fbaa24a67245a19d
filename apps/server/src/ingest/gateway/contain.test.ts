// What a fault of the server in the work for one connection costs: that connection.
import { until } from '@fleetglass/testkit'
import { expect, it } from 'vitest'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { startGatewayAlone } from '../../../test/gateway-alone.ts'
import type { PositionLog } from '../../ports/position-log/index.ts'

const VAN = '13800138000'
const OTHER = '13800138001'

const broken: PositionLog = {
  append() {
    throw new Error('planted')
  },
  onDrained: () => ({ close: () => undefined }),
  waiting: 0,
  stats: { points: 0, groups: 0, failedGroups: 0, lastCommitMs: 0 },
  close: async () => undefined,
}

for (const line of ['tcp', 'udp'] as const) {
  it(`a fault while a message is handled ends the ${line} connection that brought it, and no other`, async () => {
    const alone = await startGatewayAlone(VAN, broken)
    const port = alone.gateway.ports.signalling
    const [van, other] = [await DeviceClient[line](port, VAN), await DeviceClient[line](port, OTHER)]
    await van.login()
    await other.login()
    const connected = () => Array.from(alone.gateway.lines(), ({ deviceId }) => deviceId)
    expect(connected().sort()).toEqual([VAN, OTHER])

    van.send(positionMessage(Math.floor(Date.now() / 1000)))
    await until('its connection is gone', () => !connected().includes(VAN))
    expect(await other.answerTo(other.send({ name: 'heartbeat', body: {} }))).toBe(0)
    const text = () => alone.metrics.text()
    await until('it is counted', async () =>
      (await text()).includes(`fleetglass_signalling_closed_total{reason="fault"} 1`),
    )

    await van.close()
    await other.close()
    await alone.close()
  })
}
