import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type AccessPolicy, type AuditNames, type Authenticator, bearerFields } from '../access-policy/index.ts'
import { basicFields } from './authenticate.ts'
import { addCall, addOpenCall, type CallFields, type OpenCallFields } from './call.ts'

/** One HTTP endpoint that a feature contributes. It is a value: `app/` mounts it on its listeners. */
export interface HttpEndpoint {
  /** `web`: the web port alone. `every`: the ports of the main channel and of the streams as well. */
  readonly listeners: 'web' | 'every'
  mount(fastify: FastifyInstance, authenticator: Authenticator): void
}

interface Described<Body, Path extends string, Audit extends string> {
  readonly path: Path
  /** What the call did, as a sentence of the audit log; names in braces are fields of the body or parts of the path. */
  readonly audit: Audit & AuditNames<Audit, Body, Path>
}

/** An endpoint for accounts: credentials, right and body are checked before `handle` runs. */
export function endpoint<Body, const Path extends string, const Audit extends string>(
  call: CallFields<Body> & Described<Body, Path, Audit>,
): HttpEndpoint {
  return { listeners: 'web', mount: (fastify, authenticator) => addCall(fastify, authenticator, call) }
}

/** An endpoint that needs no login, or checks by itself who calls: only the body is checked before `handle` runs. */
export function openEndpoint<Body, const Path extends string, const Audit extends string>(
  call: OpenCallFields<Body> & Described<Body, Path, Audit>,
): HttpEndpoint {
  return { listeners: 'web', mount: (fastify) => addOpenCall(fastify, call) }
}

/** A GET that reads the request and writes the answer itself, and checks who calls: a file, a picture, a script. */
export interface RawEndpoint {
  readonly path: string
  readonly access: AccessPolicy
  readonly audit: string
  /** Its query; the audit log records the fields that are not secret. Left out: it has none that matters. */
  readonly parameters?: z.ZodType
  /** What it answers by another right, see `recordRoutes`. */
  readonly variants?: NonNullable<FastifyContextConfig['variants']>
  readonly listeners: HttpEndpoint['listeners']
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

export function rawEndpoint({
  path,
  access,
  audit,
  parameters,
  variants,
  listeners,
  handle,
}: RawEndpoint): HttpEndpoint {
  return {
    listeners,
    mount(fastify) {
      const config = { access, audit, ...(parameters && { parameters }), ...(variants && { variants }) }
      fastify.get(path, { config }, (request, reply) => {
        const query = request.query as Readonly<Record<string, unknown>>
        const { authorization } = request.headers
        // A page reads a file so without its credentials in the address.
        request.query = { ...basicFields(authorization), ...query, ...bearerFields(query.password, authorization) }
        return handle(request, reply)
      })
    },
  }
}
