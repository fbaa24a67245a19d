export { createAccountTurns } from './account-turns.ts'
