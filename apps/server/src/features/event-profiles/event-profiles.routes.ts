import {
  eventDefinitionAddSchema,
  eventDefinitionLinkSaveSchema,
  eventDefinitionLinksPath,
  eventDefinitionRemovalSchema,
  eventDefinitionSaveSchema,
  eventDefinitionsPath,
  eventProfilesAccess,
} from '@fleetglass/contract/event-profiles'
import { z } from 'zod'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { ProfileSettings } from './event-profiles.service.ts'

const nothing = z.object({})

/** How events are named and shown, and which device has which profile. Each write answers with the full list (API2-080). */
export const eventProfileEndpoints = (settings: ProfileSettings): HttpEndpoint[] => [
  endpoint({
    method: 'GET',
    path: eventDefinitionsPath,
    access: 'login',
    audit: 'Read the event definitions',
    body: nothing,
    handle: () => settings.definitions(),
  }),
  endpoint({
    method: 'POST',
    path: eventDefinitionsPath,
    access: eventProfilesAccess,
    audit: 'Added {eventDefine} to an event profile',
    body: eventDefinitionAddSchema,
    handle: ({ body }) => settings.add(body.eventDefine),
  }),
  endpoint({
    method: 'PUT',
    path: eventDefinitionsPath,
    access: eventProfilesAccess,
    audit: 'Changed the entry {eventDefine} or the entries {entries} of event profile {definename}',
    body: eventDefinitionSaveSchema,
    handle({ body: { eventDefine, definename, entries, was } }) {
      if (definename === undefined || entries === undefined) return settings.edit(eventDefine)
      return settings.save({ definename, entries, was })
    },
  }),
  endpoint({
    method: 'DELETE',
    path: eventDefinitionsPath,
    access: eventProfilesAccess,
    audit: 'Deleted the entry {eventDefine} or the event profile {definename}',
    body: eventDefinitionRemovalSchema,
    handle: ({ body: { eventDefine, definename } }) =>
      definename === undefined ? settings.removeEntry(eventDefine) : settings.removeProfile(definename),
  }),
  endpoint({
    method: 'GET',
    path: eventDefinitionLinksPath,
    access: 'login',
    audit: 'Read which event definitions devices have',
    body: nothing,
    handle: ({ account }) => settings.links(account),
  }),
  endpoint({
    method: 'POST',
    path: eventDefinitionLinksPath,
    access: eventProfilesAccess,
    audit: 'Gave device {deviceid} the event profile {definename}',
    body: eventDefinitionLinkSaveSchema,
    handle: ({ account, body }) => settings.link(account, body, 'add'),
  }),
  endpoint({
    method: 'PUT',
    path: eventDefinitionLinksPath,
    access: eventProfilesAccess,
    audit: 'Changed the event profile of device {deviceid} to {definename}',
    body: eventDefinitionLinkSaveSchema,
    handle: ({ account, body }) => settings.link(account, body, 'change'),
  }),
  endpoint({
    method: 'DELETE',
    path: eventDefinitionLinksPath,
    access: eventProfilesAccess,
    audit: 'Took the event profile {definename} from device {deviceid}',
    body: eventDefinitionLinkSaveSchema,
    handle: ({ account, body }) => settings.link(account, body, 'remove'),
  }),
]
