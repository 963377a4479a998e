import { once } from 'node:events'
import { connectUrlProblem } from '../e2e/stand-in/settings'
import { startStandIn } from '../e2e/stand-in/start'
import { runCommand, UsageError } from './command-line'

/* `npm run stand-in` runs the stand-in of the service alone, for the app in development or a page of one's own. */

const usage = `Runs a stand-in of the service on this machine until Ctrl-C, and prints each step that reaches it.

  npm run stand-in -- [CONNECT_URL]

  CONNECT_URL     where Connect sends the browser; default http://localhost:3000/connect
  --port NUMBER   its port on loopback; default 4000
  --help          this text

Its subnet ID and key are the same at each start. It forgets everything else when it stops.

Exit code: 0 after Ctrl-C, 2 for a wrong flag or URL, or a port that is taken.`

const flags = { port: { type: 'string', default: '4000' } } as const

// Fixed, so that a file of variables stays right after a restart. They open nothing but this stand-in.
const registration = { subnetId: '01STANDN000000000000000000', apiKey: 'ptsk_only-for-the-stand-in' }

await runCommand(
  usage,
  flags,
  async ({ port }, [connectUrl = 'http://localhost:3000/connect']) => {
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError('--port is not a port.')
    const problem = connectUrlProblem(connectUrl)
    if (problem) throw new UsageError(problem)
    const standIn = await startStandIn({
      ...registration,
      connectUrl,
      port: Number(port),
      onStep: (step) => console.log(`  ${new Date().toLocaleTimeString('en-GB')}  ${step}`),
    }).catch((error: unknown) => {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      throw isTaken ? new UsageError(`Port ${port} is taken. Choose another one with --port.`) : error
    })
    console.log(`A stand-in of the service runs at ${standIn.origin}. These are the app's variables for it:

SERVICE_ENVIRONMENT=staging
SERVICE_BASE_URL=${standIn.baseUrl}
SERVICE_PROFILE_URL=${standIn.profileUrl}
SUBNET_ID=${standIn.subnetId}
SERVICE_API_KEY=${standIn.apiKey}
# Optional. Each start makes another secret.
# CONNECTED_WEBHOOK_URL=${standIn.webhookUrl}
# CONNECTED_WEBHOOK_SECRET=${standIn.webhookSecret}

  Open     ${standIn.profileUrl} and press Connect, which opens ${connectUrl}
  Control  ${standIn.controlUrl}: e2e/stand-in/README.md lists what it can do
  Stop     with Ctrl-C.

  What happens:`)
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
    await standIn.close()
    return 0
  },
  { maxArguments: 1 },
)
