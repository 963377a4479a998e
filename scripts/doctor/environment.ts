import type { Config, ConfigProblem, parseConfig } from '../../lib/config'
import { configHints, missingOperator } from '../../lib/config/hints'
import { tryCollector } from '../../lib/tracing/collector'
import { differentLines } from '../checks/env-files'
import { ownCaHint } from '../checks/http'
import { consoleText } from '../checks/texts'
import { hint, holds, unknown, wrong, type Verdict } from '../checks/verdict'

/** An environment that the app has parsed, its unused variables, and the files that it comes from. */
export interface Environment {
  parsed: ReturnType<typeof parseConfig>
  unread: readonly string[]
  files?: Parameters<typeof differentLines>[0]
}

/** Checks whether every variable is valid by the rules with which the app starts, and whether the app reads it. */
export function judgeEnvironment(environment: Environment | undefined): Verdict {
  if (!environment) {
    return unknown('Not checked: there is no environment here.', 'Run the doctor where the environment is.')
  }
  const { parsed, unread } = environment
  const textOf = (problems: ConfigProblem[]) => problems.map(({ name, message }) => `${name} ${message}`).join('; ')
  if (!parsed.ok) {
    return wrong(
      textOf(parsed.problems),
      'Correct these: .env.example says where each value comes from, and npm run setup asks for them.',
    )
  }
  const ofUnread = unreadVerdict(unread)
  if (ofUnread) return ofUnread
  const hints = textOf(configHints(parsed.config))
  if (hints) return wrong(`${hints}.`, 'Correct these: docs/configuration.md has each variable.')
  const right = 'Every variable is there and right.'
  const lines = differentLines(environment.files ?? [])
  return lines ? hint(`${right} ${lines.what}`, lines.todo) : holds(right)
}

export function unreadVerdict(unread: readonly string[]): Verdict | undefined {
  const names = unread.join(', ')
  return names ? wrong(`Nothing reads ${names}.`, consoleText('setup.deployment.unread', { names })) : undefined
}

export function judgeOperators(config: Config): Verdict {
  const [problem] = missingOperator(config)
  if (!problem) return holds('CONSOLE_USERS or a role names operators.')
  return hint(`${problem.name} ${problem.message}.`, 'Set CONSOLE_USERS, or a role: docs/operate/login.md.')
}

/** Checks whether the operator can find out later who has confirmed which wallet. The service never reports it. */
export function judgeConnections({ connectionsToken, webhook }: Pick<Config, 'connectionsToken' | 'webhook'>): Verdict {
  if (connectionsToken !== undefined)
    return holds('The app records who has confirmed which wallet, for /api/connections.')
  if (webhook) return holds('CONNECTED_WEBHOOK_URL receives who has confirmed which wallet.')
  return hint(
    'Nothing records which of your users has confirmed which wallet, and the service never reports it.',
    'Set CONNECTIONS_TOKEN and REDIS_URL, or CONNECTED_WEBHOOK_URL, before the first user connects: docs/operate/connections.md.',
  )
}

/** Checks whether the connect URL is https ("Connect flow", step 2). It is built without a query and a fragment. */
export function judgeConnectUrl({ app }: Config): Verdict {
  const address = `${app.origin}/connect`
  if (app.isHttps) return holds(`${address} keeps the rules. Register it at the service, letter for letter.`)
  return wrong(`${address} is not https.`, consoleText('setup.connectUrl.fix'))
}

/** Checks whether the collector accepts traces, with the headers that OpenTelemetry reads from the environment. */
export async function judgeTraces(endpoint: string): Promise<Verdict> {
  const failure = await tryCollector(endpoint)
  if (failure === undefined) return holds('The collector accepts traces.')
  const todo =
    'Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS. The endpoint must speak OTLP over HTTP, usually ' +
    'at port 4318; 4317 is usually gRPC.'
  return wrong(`The collector does not accept traces (${failure}).`, ownCaHint(failure) ?? todo)
}

type Logins = Pick<Config['login'], 'oidc' | 'site' | 'named'>

/** States which user IDs the app uses itself and sends to the service. No check can see whether they have changed. */
export function judgeUserIds(login: Logins): Verdict {
  const id = userIdOf(login)
  if (id === undefined) return holds('Users are known by the names that they type.')
  return holds(
    `Users are known by ${id}. If the login or the ID claim changes, each user is a new user to the service, ` +
      'unless the IDs stay the same.',
  )
}

function userIdOf({ oidc, site, named }: Logins): string | undefined {
  if (oidc) return `the claim ${[oidc.userIdClaim].flat().join('.')} of ${oidc.issuer}`
  if (site) return `the claim sub of ${site.url.origin}`
  return named && `their account ID at ${named.provider}`
}
