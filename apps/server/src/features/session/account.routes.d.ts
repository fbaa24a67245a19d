import type { FastifyInstance } from 'fastify';
import type { Session } from './session.service.ts';
/** The session cookie and the password. Each call checks by itself who asks: a password that has expired may be changed. */
export declare function accountRoutes(fastify: FastifyInstance, deps: {
    session: Session;
    strict: boolean;
}): void;
