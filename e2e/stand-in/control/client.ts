import type { Connection } from '../connect/connections'
import type {
  ConnectRequestView,
  JwtWish,
  PressedConnect,
  ScriptedAnswerInput,
  SettingsChange,
  SubnetView,
  SuccessChangeInput,
  UserView,
} from './messages'
import type { TaskRunRecord } from '../data/task-runs'
import type { OperationName } from '../operations/name'
import type { ReceivedRequest } from '../received'
import type { Batch } from '../upload/uploads'
import type { ReceivedWebhook } from '../webhooks'

export type StandInControl = ReturnType<typeof standInControl>

/** Makes a typed client of the control routes, with which a test controls a running stand-in. */
export function standInControl(controlUrl: string) {
  async function call(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(controlUrl + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response
  }
  const read = async <T>(path: string) => (await (await call('GET', path)).json()) as T
  const send = async (method: string, path: string, body?: unknown) => {
    await call(method, path, body)
  }

  return {
    /** Resets the stand-in to its start: clock, requests, connections, scripts, settings. */
    reset: () => send('POST', '/reset'),

    /** Queues an answer for the next call of the operation. */
    script: (operation: OperationName, answer: Omit<ScriptedAnswerInput, 'operation'>) =>
      send('POST', '/answers', { operation, ...answer }),
    /** Releases the waiting scripted answers. */
    release: () => send('POST', '/release'),
    clearScripts: () => send('DELETE', '/answers'),
    /** Changes the body of the operation's next real successful answer. */
    changeSuccess: (operation: OperationName, change: Omit<SuccessChangeInput, 'operation'>) =>
      send('POST', '/changes', { operation, ...change }),

    /** Returns the received requests, oldest first, optionally of one operation. */
    received: async (operation?: OperationName) => {
      const all = await read<ReceivedRequest[]>('/received')
      return operation ? all.filter((request) => request.operation === operation) : all
    },
    clearReceived: () => send('DELETE', '/received'),

    set: (change: SettingsChange) => send('PATCH', '/settings', change),
    advanceClock: (advanceMs: number) => send('POST', '/clock', { advanceMs }),

    /** Presses Connect without the profile page. */
    pressConnect: async (account: 'alice' | 'bob' = 'alice') =>
      (await (await call('POST', '/requests', { account })).json()) as PressedConnect,
    requests: () => read<ConnectRequestView[]>('/requests'),
    expire: (requestId: string, what: 'request' | 'code' = 'request') =>
      send('POST', `/requests/${encodeURIComponent(requestId)}/expire`, { what }),
    connections: () => read<Connection[]>('/connections'),

    /** Returns every current task run, including finished ones. */
    taskRuns: () => read<TaskRunRecord[]>('/task-runs'),
    /** Returns the messages that the operator's own system has received. */
    webhooks: () => read<ReceivedWebhook[]>('/webhooks'),
    uploads: () => read<Batch[]>('/uploads'),
    /** Returns a user by number, from 0, in the order of balances. */
    user: (number: number) => read<UserView>(`/users/${number}`),
    /** Issues a JWT of the dashboard. @default for an admin of the subnet, valid for an hour */
    issueJwt: async (wish: JwtWish = {}) => ((await (await call('POST', '/jwts', wish)).json()) as { jwt: string }).jwt,

    /** Returns another subnet with a valid key, for calls to a foreign subnet. */
    otherSubnet: () => read<SubnetView>('/other-subnet'),
  }
}
