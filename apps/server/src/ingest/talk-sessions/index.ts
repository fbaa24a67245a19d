export { createVoices } from './voices.ts'
