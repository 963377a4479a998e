import getPort from 'get-port'
import { skinFolder, startApp, type App } from '../e2e/harness/app'
import { appVariables } from '../e2e/harness/app-variables'
import { pastConnectsFile } from '../e2e/harness/past-connects'
import { operatorName } from '../e2e/harness/people'
import { demoWallets, startStandIn } from '../e2e/stand-in/start'
import { brandIn } from '../lib/skin/brand'
import { readSkin } from '../lib/skin/read-skin'
import { ensureAppBuild } from './builds'

/* Runs the whole flow on this machine, and prints each step when it happens, without secrets. */

const wantedPorts = { app: 3000, standIn: 4000 }

const print = (text: string) => console.log(text)
const time = () => new Date().toLocaleTimeString('en-GB')

if (process.argv.includes('--build')) ensureAppBuild()

const [appPort, standInPort] = [
  await freePort('The app', wantedPorts.app),
  await freePort('The service', wantedPorts.standIn),
]
const { skin } = readSkin(skinFolder)
// The app reports the mistakes of a skin at its start.
const { name: site, connectLabel } = skin
  ? brandIn(skin.brand, 'en')
  : { name: 'Example Subnet', connectLabel: 'Connect' }
const standIn = await startStandIn({
  port: standInPort,
  connectUrl: `http://localhost:${appPort}/connect`,
  operatorName: site,
  connectLabel,
  onStep: (step) => print(`  ${time()}  service  ${step}`),
})

const unfinished = { line: '' }
const app = await startApp({
  port: appPort,
  variables: {
    ...appVariables({ standIn, port: appPort }),
    CONNECT_RECORDS: 'full',
    DEMO_CONNECTS: pastConnectsFile(demoWallets),
    CONNECTED_WEBHOOK_URL: standIn.webhookUrl,
    CONNECTED_WEBHOOK_SECRET: standIn.webhookSecret,
  },
  onOutput: (text) => {
    const lines = (unfinished.line + text).split('\n')
    unfinished.line = lines.pop() ?? ''
    for (const line of lines) printEvent(line)
  },
})

print(`
  Open     ${standIn.profileUrl}
  Press    ${connectLabel} beside "${site}", sign in with any name, paste a wallet address
           (7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU will do) and press Connect.
  Console  http://localhost:${appPort}/console is for the operator: sign in there as ${operatorName}
           (sign out first, or use a private window). Its connects of the last thirty days are made up.
  Webhook  The operator's own system receives a message for each confirmed wallet, at ${standIn.webhookUrl}.
  Stop     with Ctrl-C.

  What happens:`)

process.once('SIGINT', () => void stop(app))
process.once('SIGTERM', () => void stop(app))

/** Next prints lines too. */
function printEvent(line: string): void {
  if (!line.startsWith('{')) return
  const { event, reason, hint } = JSON.parse(line) as { event?: string; reason?: string; hint?: string }
  if (event) print(`  ${time()}  app      ${[event, reason, hint].filter(Boolean).join(': ')}`)
}

async function freePort(what: string, wanted: number): Promise<number> {
  const port = await getPort({ port: wanted })
  if (port !== wanted) print(`Port ${wanted} is taken. ${what} uses ${port} instead.`)
  return port
}

async function stop(started: App): Promise<void> {
  print('\nStopping …')
  await Promise.all([started.close(), standIn.close()])
  process.exit(0)
}
