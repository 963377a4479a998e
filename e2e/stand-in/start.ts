import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { basePath, controlPath, createApp } from './app'
import { walletOf } from './data/users'
import { newApiKey, ulid, ulidPattern } from './ids'
import {
  connectUrlProblem,
  defaultData,
  defaultNames,
  defaultRate,
  noQuirks,
  type OnStep,
  type SettingsChange,
} from './settings'
import { StandInState } from './state'

/** Wallets of the first users in the default data, for made-up connects in the console. */
export const demoWallets: readonly string[] = Array.from({ length: 400 }, (_, user) => walletOf(defaultData, user))

interface StandInOptions extends Pick<SettingsChange, 'names' | 'data'> {
  /** The registered connect URL. A test may change it later. */
  connectUrl: string
  /** With 0, it uses any free port. @default 0 */
  port?: number
  subnetId?: string
  apiKey?: string
  /** The name of the subnet on the profile page. */
  operatorName?: string
  connectLabel?: string
  onStep?: OnStep
}

export interface StandIn {
  origin: string
  /** The interface's `{base_url}`, which has a path. */
  baseUrl: string
  subnetId: string
  apiKey: string
  profileUrl: string
  controlUrl: string
  /** The operator's own system for CONNECTED_WEBHOOK_URL, and its CONNECTED_WEBHOOK_SECRET. */
  webhookUrl: string
  webhookSecret: string
  close(): Promise<void>
}

/**
 * Starts a stand-in of the service on loopback, with a registered subnet.
 *
 * @throws Error if an option is wrong or another program uses the port.
 */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { connectUrl, port = 0, subnetId = ulid(Date.now()), apiKey = newApiKey() } = options
  const { operatorName = 'Example Subnet', connectLabel = 'Connect', names, data, onStep = () => {} } = options
  const problem = connectUrlProblem(connectUrl)
  if (problem) throw new Error(problem)
  if (!ulidPattern.test(subnetId)) throw new Error('subnet ID: must be a ULID')

  const state = new StandInState(
    { subnetId, apiKey, operatorName, connectLabel },
    {
      connectUrl,
      names: { ...defaultNames, ...names },
      rate: defaultRate,
      data: { ...defaultData, ...data },
      webhookStatus: null,
      uploadBytesPerSecond: null,
      keyCreatorIsAdmin: true,
      quirks: noQuirks,
    },
  )
  const app = createApp(state, onStep)
  const listener = getRequestListener(app.fetch, {
    // Other servers may run in this process.
    overrideGlobalObjects: false,
    // Otherwise it resets the connection 500 ms after an early answer to an upload. A busy client could lose the answer.
    autoCleanupIncoming: false,
  })
  const server = createServer((request, response) => void listener(request, response))
  // A large upload over a slow connection needs longer than Node's limit of five minutes.
  server.requestTimeout = 0
  // A client could send its next request while the server closes an idle connection.
  server.keepAliveTimeout = 0
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the stand-in has no port')
  const origin = `http://localhost:${address.port}`
  state.origin = origin
  return {
    origin,
    baseUrl: origin + basePath,
    subnetId,
    apiKey,
    profileUrl: `${origin}/profile`,
    controlUrl: origin + controlPath,
    webhookUrl: `${origin}/webhooks`,
    webhookSecret: state.webhookSecret,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      // Answers that hang on purpose would keep the server open forever.
      server.closeAllConnections()
      await closed
    },
  }
}
