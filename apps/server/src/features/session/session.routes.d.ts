import { type Protocol } from '@fleetglass/contract/session';
import type { FastifyInstance } from 'fastify';
/** What the login page must know before anyone is logged in. Nothing here is secret. */
export declare function sessionRoutes(fastify: FastifyInstance, deps: {
    protocol: () => Protocol;
    site: Readonly<Record<string, unknown>>;
}): void;
