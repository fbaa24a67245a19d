// Belongs here: users and groups on the main channel (S04). Does not: what the calls do (users.service.ts, services/directory).
import { can, type Requirement } from '@fleetglass/contract/access'
import { AppError } from '@fleetglass/contract/errors'
import {
  addGroupSchema,
  changeGroupSchema,
  deleteGroupSchema,
  groupChangeAccess,
  groupLinkSchema,
} from '@fleetglass/contract/groups'
import {
  DIRECTORY,
  type DirectoryFunction,
  type DirectoryMethod,
  decodeDirectory,
  readsDirectory,
  usersAccess,
} from '@fleetglass/contract/users'
import { z } from 'zod'
import { type ChannelMessage, message } from '../../platform/channel/index.ts'
import { invalidRequest, rejectNul } from '../../platform/errors/index.ts'
import type { Account, GroupChanges, Groups } from '../../services/directory/index.ts'
import type { Users } from './users.service.ts'

interface Lists {
  readonly users: Pick<Users, 'list'>
  readonly groups: Pick<Groups, 'list'>
  readonly changes: GroupChanges
}

/** One call; its right is the one of the HTTP call, since the message has one right for all of them. */
interface DirectoryCall {
  readonly access: Requirement
  handle(lists: Lists, account: Account, body: unknown): Promise<string>
}

export const directoryMessages = (lists: Lists): ChannelMessage[] => [
  message(
    DIRECTORY,
    'login',
    'Changed {F} with {T}',
    async ({ account, fields, payload, reply }) => {
      const asked = decodeDirectory(fields)
      const call = asked && calls[asked.name][asked.method]
      if (!call) throw new AppError('unknown-message')
      if (!can(account, call.access)) throw new AppError('permission-denied')
      reply({}, await call.handle(lists, account, readBody(payload)))
    },
    { audit: 'Read {F}', isRead: readsDirectory },
  ),
]

function directoryCall<Body>(
  access: Requirement,
  schema: z.ZodType<Body>,
  handle: (lists: Lists, account: Account, body: Body) => unknown,
): DirectoryCall {
  return {
    access,
    async handle(lists, account, given) {
      const body = schema.safeParse(given)
      if (!body.success) throw invalidRequest(body.error)
      const answer = await handle(lists, account, body.data)
      return typeof answer === 'string' ? answer : JSON.stringify(answer)
    },
  }
}

const userList = directoryCall(usersAccess, z.unknown(), ({ users }, account) => users.list(account))
const change = groupChangeAccess
const groupsAfter =
  <Body>(write: (changes: GroupChanges, body: Body) => Promise<void>) =>
  async ({ groups, changes }: Lists, account: Account, body: Body) => {
    await write(changes, body)
    return groups.list(account)
  }
const linksAfter =
  <Body>(write: (changes: GroupChanges, body: Body) => Promise<void>) =>
  async ({ changes }: Lists, _account: Account, body: Body) => {
    await write(changes, body)
    return linksText(changes)
  }

const calls: Readonly<Record<DirectoryFunction, Partial<Record<DirectoryMethod, DirectoryCall>>>> = {
  userlist: { GET: userList, POST: userList },
  usergroup: {
    GET: directoryCall('login', z.unknown(), ({ groups }, account) => groups.list(account)),
    POST: directoryCall(
      change,
      addGroupSchema,
      groupsAfter((changes, body) => changes.add(body)),
    ),
    PUT: directoryCall(
      change,
      changeGroupSchema,
      groupsAfter((changes, body) => changes.change(body)),
    ),
    DELETE: directoryCall(
      change,
      deleteGroupSchema,
      groupsAfter((changes, { groupid }) => changes.remove(groupid)),
    ),
  },
  groupdevice: {
    GET: directoryCall(
      change,
      z.unknown(),
      linksAfter(async () => {}),
    ),
    POST: directoryCall(
      change,
      groupLinkSchema,
      linksAfter((changes, body) => changes.addLink(body)),
    ),
    DELETE: directoryCall(
      change,
      groupLinkSchema,
      linksAfter((changes, body) => changes.removeLink(body)),
    ),
  },
}

/** Page by page, so that the links of a large site keep nothing else waiting. */
async function linksText(changes: GroupChanges): Promise<string> {
  const pages: string[] = []
  for await (const page of changes.links()) if (page.length > 0) pages.push(JSON.stringify(page).slice(1, -1))
  return `[${pages.join(',')}]`
}

function readBody(payload: Uint8Array | undefined): unknown {
  try {
    const body: unknown = JSON.parse(Buffer.from(payload ?? '{}').toString())
    rejectNul(body)
    return body
  } catch (error) {
    if (error instanceof AppError) throw error
    return null
  }
}
