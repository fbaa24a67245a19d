import { type AppError, failure } from '@fleetglass/contract/errors'
import type { FastifyReply } from 'fastify'
import { callStatus, fileStatus } from '../errors/index.ts'

/** Answers a call that failed. */
export function sendFailure(reply: FastifyReply, error: AppError): FastifyReply {
  reply.request.failureCode = error.code
  return reply.code(callStatus(error)).send(failure(error))
}

/** Answers a request for a file or a picture that there is not, or not for this caller. */
export function sendFileFailure(reply: FastifyReply, error: AppError): FastifyReply {
  reply.request.failureCode = error.code
  return reply.code(fileStatus(error)).send(failure(error))
}
