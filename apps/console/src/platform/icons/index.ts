export { type IconName, iconPaths, vehiclePath, vehiclePaths } from './shapes.ts'
