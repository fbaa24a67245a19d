export { type IconName, iconPaths, vehiclePath } from './shapes.ts'
