export { fastClock } from '@fleetglass/testkit'
