export { createGazetteer, GAZETTEER_CREDIT, type Gazetteer } from './gazetteer.ts'
