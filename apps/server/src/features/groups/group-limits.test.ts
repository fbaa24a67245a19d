import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GROUPS_MAX, GROUPS_OF_DEVICE_MAX, groupLinkPath, userGroupPath } from '@fleetglass/contract/groups'
import { expect, it } from 'vitest'
import { sha256 } from '../../../test/channel-client.ts'
import { changeDatabase } from '../../../test/databases/database-file.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer } from '../../../test/harness.ts'
import { callHttp } from '../../../test/http-client.ts'

it('a site has a bounded number of groups, and so has a device', async () => {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
  await (await startTestServer({ data })).close()
  await changeDatabase({ data }, (file) =>
    file.exec(`with recursive n(i) as (select 2 union all select i + 1 from n where i < ${GROUPS_MAX})
      insert into groups (id, parent_id, name) select i, 1, 'group ' || i from n`),
  )
  const server = await startTestServer({ data })
  const add = async (path: string, fields: object) => {
    const body = { username: ADMIN, password: sha256(ADMIN_PASSWORD), ...fields }
    return (await callHttp(server, 'POST', path, { body })).body
  }
  expect(await add(userGroupPath, { parentid: '7', newChildrenName: 'one more' })).toEqual(
    failedCall('too-many-groups', { max: GROUPS_MAX }),
  )
  const { registry } = server.directory
  await registry.add({ deviceId: 'van', channels: 1, recording: false, groups: [1] })
  const most = Array.from({ length: GROUPS_OF_DEVICE_MAX }, (_, n) => n + 2)
  expect(await registry.setGroups('van', most)).toBe('set')
  expect(await add(groupLinkPath, { groupid: '5000', deviceid: 'van' })).toEqual(
    failedCall('too-many-groups-of-device', { max: GROUPS_OF_DEVICE_MAX }),
  )
  // What is there already is none more.
  expect(await add(groupLinkPath, { groupid: '2', deviceid: 'van' })).toHaveLength(GROUPS_OF_DEVICE_MAX)
  await server.close()
  rmSync(data, { recursive: true })
})
