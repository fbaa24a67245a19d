// A process of simulated recorders with video: vehicles with one camera each, which send on request.
import { startFleet } from '@fleetglass/simulator'

const [port = 0, vehicles = 50, firstTerminal = 0] = process.argv.slice(2).map(Number)
await startFleet({
  host: '127.0.0.1',
  signallingPort: port,
  vehicles,
  channels: 1,
  firstTerminalId: String(firstTerminal),
})
