import type { Config } from '../../lib/config'
import { loginChecks } from '../checks/logins'
import { nameChecks } from '../checks/names'
import { judgeRedis } from '../checks/redis'
import { judgeClock, judgeKey, judgeServiceAddress, judgeSignatureField, serviceClock } from '../checks/service'
import { unknown, verdictOf, type Verdict } from '../checks/verdict'
import type { Deployment } from './deployment'
import {
  judgeConnections,
  judgeConnectUrl,
  judgeEnvironment,
  judgeOperators,
  judgeTraces,
  judgeUserIds,
  type Environment,
} from './environment'
import { judgeSignIn, judgeStaffSignIn } from './login'
import { judgeArrival, judgeCertificate, judgeCookies, judgeHeaders, judgeHttps, judgeReady } from './outside'
import { judgeHostNames, judgeLongHeaders, judgePlainHttp, judgeProxyHops, judgeUploads } from './proxy'
import { judgeToken, settingsChecks } from './settings'
import { judgeNode, judgeVersion } from './version'

/** The things that the doctor checks. Each part except the copy is optional. */
export interface Subject {
  environment: Environment | undefined
  deployment: Deployment | undefined
  /** The version of this copy of the app, and its changelog. */
  copy: { version: string; changelog: string }
}

export interface Finding extends Verdict {
  id: string
  title: string
}

type Judged = Promise<Verdict> | Verdict
type Check = readonly [id: string, title: string, judge: (subject: Subject) => Judged]

function configured(judge: (config: Config) => Judged): Check[2] {
  return (subject) => {
    const config = configOf(subject)
    if (config) return judge(config)
    return unknown(
      `Not checked: ${subject.environment ? 'the environment is not right yet' : 'this needs the environment'}.`,
    )
  }
}

/** Makes a check of the running deployment, which runs only with the deployment's URL. */
function addressed(judge: (deployment: Deployment, subject: Subject) => Judged): Check[2] {
  return (subject) =>
    subject.deployment
      ? judge(subject.deployment, subject)
      : unknown('Not checked: NEXTAUTH_URL is not right yet.', 'Or give the address with --url.')
}

/** Makes a check of a deployment that answers. If it does not answer, only the check of https reports it. */
function answering(judge: (deployment: Deployment, subject: Subject) => Judged): Check[2] {
  return addressed(async (deployment, subject) => {
    const { status } = await deployment.signInPage()
    return status === 200 ? judge(deployment, subject) : unknown('Not checked: the app does not answer.')
  })
}

/** This check runs before the others, because it measures how fast Redis answers. */
const redisCheck: Check = ['redis', 'Redis', configured(judgeRedis)]

/** Undefined without a right environment. */
const configOf = ({ environment }: Subject): Config | undefined =>
  environment?.parsed.ok ? environment.parsed.config : undefined

async function settingsChecksOf({ deployment, environment }: Subject): Promise<Check[]> {
  // Other checks report why the deployment does not answer.
  const diagnosis = await deployment?.diagnosis().catch(() => undefined)
  if (!deployment || !diagnosis?.settings) return []
  const running = { settings: diagnosis.settings, diagnosis, url: deployment.origin, environment }
  return settingsChecks.map(([id, title, judge]) => [id, title, () => judge(running)])
}

/** Returns all checks of the doctor, in the order of its table. It checks only what is configured. */
async function checksOf(subject: Subject): Promise<Check[]> {
  const config = configOf(subject)
  const endpoint = config?.tracing.endpoint
  return [
    ['environment', 'Environment', ({ environment }) => judgeEnvironment(environment)],
    ['service-address', 'Base address', configured(({ service }) => judgeServiceAddress(service.baseUrl))],
    ['service-key', 'Key and subnet', configured(({ service }) => judgeKey(service, service))],
    ['clock', 'Clock', configured(({ service }) => judgeClock(new URL(service.baseUrl), serviceClock))],
    ...nameChecks.map(({ variable, judge }): Check => [
      `name-${variable.replace('SERVICE_PARAM_', '').toLowerCase()}`,
      variable,
      configured(judge),
    ]),
    ['name-signature', 'SERVICE_SIGNATURE_FIELD', configured(({ service }) => judgeSignatureField(service, service))],
    ['connect-url', 'Connect URL', configured(judgeConnectUrl)],
    ['user-ids', 'User IDs', configured(({ login }) => judgeUserIds(login))],
    ['operators', 'Operators', configured(judgeOperators)],
    ['connections', 'Who has which wallet', configured(judgeConnections)],
    ...(config ? loginChecks(config) : []),
    redisCheck,
    ...(endpoint === undefined ? [] : [['traces', 'Traces', () => judgeTraces(endpoint)] satisfies Check]),
    ['https', 'https', addressed(judgeHttps)],
    ['certificate', 'Certificate', addressed(judgeCertificate)],
    ['plain-http', 'Plain http', answering(judgePlainHttp)],
    ['host-names', 'Host names', answering(judgeHostNames)],
    ['ready', 'Readiness', answering(judgeReady)],
    ['headers', 'Headers', answering(judgeHeaders)],
    ['arrival', 'Arrival at /connect', answering(judgeArrival)],
    ['cookies', 'Cookies', answering(judgeCookies)],
    ['login', 'Login', answering((deployment) => judgeSignIn(deployment, config?.login))],
    ...(config?.login.staff ? [['console-login', 'Staff: Login', answering(judgeStaffSignIn)] satisfies Check] : []),
    ['deployment-token', 'Deployment: METRICS_TOKEN', answering(judgeToken)],
    ...(await settingsChecksOf(subject)),
    [
      'proxy-hops',
      'TRUSTED_PROXY_HOPS',
      answering(async (deployment) => judgeProxyHops(await deployment.diagnosis(), deployment.isHttps)),
    ],
    ['long-headers', 'Long headers', answering(judgeLongHeaders)],
    ['uploads', 'Uploads', answering(judgeUploads)],
    ['version', 'Version', answering(async (deployment, { copy }) => judgeVersion(await deployment.diagnosis(), copy))],
    ['node', 'Node.js', answering(async (deployment) => judgeNode((await deployment.diagnosis())?.node))],
  ]
}

/** Runs all checks, most of them at the same time. The findings keep the order of the list. */
export async function examine(subject: Subject): Promise<Finding[]> {
  const run = async ([id, title, judge]: Check) => ({ id, title, ...(await verdictOf(() => judge(subject))) })
  const redisFinding = await run(redisCheck)
  const checks = await checksOf(subject)
  return Promise.all(checks.map(async (check) => (check === redisCheck ? redisFinding : run(check))))
}
