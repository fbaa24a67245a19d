import {
  addGroupSchema,
  changeGroupSchema,
  deleteGroupSchema,
  groupChangeAccess,
  groupLinkPath,
  groupLinkSchema,
  userGroupPath,
} from '@fleetglass/contract/groups'
import { z } from 'zod'
import { endpoint, type HttpEndpoint, JsonArray } from '../../platform/http/index.ts'
import type { GroupChanges, Groups } from '../../services/directory/index.ts'

/** Writes to `/gkserver/usergroup` answer with all groups, those to `/gkserver/groupdevice` with all links. */
export const groupChangeEndpoints = (groups: Groups, changes: GroupChanges): HttpEndpoint[] => {
  const links = () => new JsonArray(changes.links(), () => undefined)
  return [
    endpoint({
      method: 'POST',
      path: userGroupPath,
      access: groupChangeAccess,
      audit: 'Added group {newChildrenName} below group {parentid}',
      body: addGroupSchema,
      async handle({ account, body }) {
        await changes.add(body)
        return groups.list(account)
      },
    }),
    endpoint({
      method: 'PUT',
      path: userGroupPath,
      access: groupChangeAccess,
      audit: 'Changed group {groupid}: name {newGroupName}, parent {newParentid}',
      body: changeGroupSchema,
      async handle({ account, body }) {
        await changes.change(body)
        return groups.list(account)
      },
    }),
    endpoint({
      method: 'DELETE',
      path: userGroupPath,
      access: groupChangeAccess,
      audit: 'Deleted group {groupid}',
      body: deleteGroupSchema,
      async handle({ account, body }) {
        await changes.remove(body.groupid)
        return groups.list(account)
      },
    }),
    endpoint({
      method: 'GET',
      path: groupLinkPath,
      access: groupChangeAccess,
      audit: 'Read which device is in which group',
      body: z.unknown(),
      handle: links,
    }),
    endpoint({
      method: 'POST',
      path: groupLinkPath,
      access: groupChangeAccess,
      audit: 'Added device {deviceid} to group {groupid}',
      body: groupLinkSchema,
      async handle({ body }) {
        await changes.addLink(body)
        return links()
      },
    }),
    endpoint({
      method: 'DELETE',
      path: groupLinkPath,
      access: groupChangeAccess,
      audit: 'Removed device {deviceid} from group {groupid}',
      body: groupLinkSchema,
      async handle({ body }) {
        await changes.removeLink(body)
        return links()
      },
    }),
  ]
}
