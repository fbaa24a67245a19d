// The groups, users and plans of the demo: a company with two depots, two users beside the administrator, and clips of some events.
import { downloadPlansPath } from '@fleetglass/contract/event-plans'
import { EventCode } from '@fleetglass/contract/events'
import { type Group, groupListSchema, ROOT_GROUP } from '@fleetglass/contract/groups'
import { accountPath, type UserAdd, userListSchema } from '@fleetglass/contract/users'
import type { VcpMessage } from '@fleetglass/vcp'
import { hashPassword } from '../tools/site/operator.ts'

const COMPANY = 'Riverline'
const DEPOTS = ['Harbour', 'Station'] as const

/** Numbers of the built-in permission groups. */
const OPERATOR = 2
const VIEWER = 3

/** Those of `apps/simulator/scenarios/demo.json` of which a clip and a picture are fetched. */
const FETCHED_EVENTS = [EventCode.suddenBraking, EventCode.forwardCollision]
/** Of the first channel, from ten seconds before to five after. */
const CLIP_AND_PICTURE = { downloadtype: 1, downloadplan: 1, mediatype: 5, preoffset: 10, postoffset: 5 }

interface DemoUser {
  readonly name: string
  readonly password: string
  readonly permission: number
  /** Name of the group that the user sees, with those below it. */
  readonly group: string
  readonly memo: string
}

/** Who may log in beside the administrator. */
export const DEMO_USERS: readonly DemoUser[] = [
  {
    name: 'dispatcher',
    password: 'on-the-road',
    permission: OPERATOR,
    group: COMPANY,
    memo: 'Watches, talks and fetches footage',
  },
  { name: 'viewer', password: 'only-looking', permission: VIEWER, group: DEPOTS[0], memo: 'Sees one depot' },
]

/** The administrator's side of the server, as far as groups and users need it. */
export interface DemoServer {
  readonly request: (code: string, fields: Record<string, string>, payload?: string) => Promise<VcpMessage>
  /** Calls of users go by HTTP. */
  readonly httpUrl: string
  readonly user: string
  readonly password: string
}

/**
 * Makes groups and users while the site has no other groups and no user beside the administrator, also those that a start before, which was
 * stopped, did not come to; whatever a user changed afterwards stays. Answers whether they were made.
 */
export async function addOrganisation(server: DemoServer): Promise<boolean> {
  const found = (await groupsOf(server)).filter(({ groupid }) => groupid !== ROOT_GROUP).map(({ name }) => name)
  const ours = [COMPANY, ...DEPOTS]
  if (found.some((name) => !ours.includes(name)) || (await countUsers(server)) > 1) return false
  if (!found.includes(COMPANY)) await addGroup(server, ROOT_GROUP, COMPANY)
  const company = groupNamed(await groupsOf(server), COMPANY)
  for (const depot of DEPOTS.filter((name) => !found.includes(name))) await addGroup(server, company, depot)
  const groups = await groupsOf(server)
  for (const { name, password, permission, group, memo } of DEMO_USERS) {
    const user: UserAdd = {
      editingName: name,
      editingPW: hashPassword(password),
      editingPermission: permission,
      editingGroupid: groupNamed(groups, group),
      memo,
    }
    await post(server, accountPath, user)
  }
  for (const appdevid of FETCHED_EVENTS) {
    const place = { updateMode: 'GLOBAL', deviceid: 'GLOBAL', appdevid }
    await post(server, downloadPlansPath, { eventDownloadPlan: { ...place, ...CLIP_AND_PICTURE } })
  }
  return true
}

/** The depots that a vehicle belongs to, by turns; the first vehicle belongs to both. */
export function depotsOf(vehicle: number): readonly string[] {
  return vehicle === 0 ? DEPOTS : DEPOTS.filter((_, at) => at === vehicle % DEPOTS.length)
}

/** Puts a new vehicle into its depots, as far as they are still there. */
export async function addToDepots(server: DemoServer, deviceid: string, vehicle: number): Promise<void> {
  const groups = await groupsOf(server)
  const names = depotsOf(vehicle)
  for (const { groupid } of groups.filter(({ name }) => names.includes(name))) {
    await server.request('S04', { F: 'groupdevice', T: 'POST' }, JSON.stringify({ groupid, deviceid }))
  }
}

async function countUsers(server: DemoServer): Promise<number> {
  const { payload } = await server.request('S04', { F: 'userlist' })
  return userListSchema.parse(JSON.parse(new TextDecoder().decode(payload))).length
}

async function groupsOf(server: DemoServer): Promise<readonly Group[]> {
  const { payload } = await server.request('S04', { F: 'usergroup' })
  return groupListSchema.parse(JSON.parse(new TextDecoder().decode(payload)))
}

function groupNamed(groups: readonly Group[], wanted: string): string {
  const found = groups.find(({ name }) => name === wanted)
  if (found === undefined) throw new Error(`the group ${wanted} was not made`)
  return found.groupid
}

async function addGroup(server: DemoServer, parentid: string, newChildrenName: string): Promise<void> {
  await server.request('S04', { F: 'usergroup', T: 'POST' }, JSON.stringify({ parentid, newChildrenName }))
}

async function post(server: DemoServer, path: string, wish: object): Promise<void> {
  const { httpUrl, user: username, password } = server
  const reply = await fetch(new URL(path, httpUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: hashPassword(password), ...wish }),
  })
  const answer = await reply.text()
  if (!reply.ok || answer.includes('"hasError":true')) throw new Error(`${path} was refused: ${answer}`)
}
