// A process of simulated vehicles that drive and report, without cameras.
import { startFleet } from '@fleetglass/simulator'

const [port = 0, vehicles = 3000, firstTerminal = 0] = process.argv.slice(2).map(Number)
await startFleet({
  host: '127.0.0.1',
  signallingPort: port,
  vehicles,
  firstTerminalId: String(firstTerminal),
  positionsOnly: true,
})
