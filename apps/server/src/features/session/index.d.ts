export { accountRoutes } from './account.routes.ts';
export { sessionMessages } from './session.channel.ts';
export { sessionRoutes } from './session.routes.ts';
export { createSession } from './session.service.ts';
export { createAccountStore } from './session.store.ts';
export { setPassword } from './set-password.ts';
export { createTokenStore } from './token.store.ts';
