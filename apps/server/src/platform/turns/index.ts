export { type AccountTurns, AT_ONCE, createAccountTurns, IN_LINE } from './account-turns.ts'
