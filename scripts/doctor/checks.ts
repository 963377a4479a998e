import { judgeArrival } from './arrival'
import { judgeCookies } from './cookies'
import { readDiagnosis } from './diagnosis'
import { judgeConnectUrl, judgeEnvironment } from './environment'
import { holds, type Finding } from './finding'
import { judgeLogin } from './login'
import {
  judgeAddressName,
  judgeFromName,
  judgeLimitName,
  judgePageName,
  judgeSignatureName,
  judgeUntilName,
} from '../../lib/console/overview/open-names'
import { judgeCertificate, judgeHeaders, judgeHttps } from './outside'
import { judgeProvider } from './provider'
import { judgeProxyHops, madeUpAddress } from './proxy-hops'
import { judgeReady } from './ready'
import { judgeRedis } from './redis'
import { judgeClock, judgeKey, judgeServiceAddress } from './service'
import { addressed, answering, configured, type Judge, type Subject } from './subject'
import { judgeRunningVersion } from './version'

/** One thing that must hold of a deployment. */
export interface Check {
  id: string
  title: string
  judge: Judge
  /** It measures how fast something answers, so nothing else runs beside it. */
  runsAlone?: boolean
}

/** Everything that the doctor looks at, in the order of its table. */
export const checks: readonly Check[] = [
  { id: 'environment', title: 'Environment', judge: judgeEnvironment },
  {
    id: 'service-address',
    title: 'Base address',
    judge: configured(({ service }) => judgeServiceAddress(service.baseUrl)),
  },
  { id: 'service-key', title: 'Key and subnet', judge: configured(({ service }) => judgeKey(service, service)) },
  { id: 'clock', title: 'Clock', judge: configured((config) => judgeClock(config)) },
  { id: 'name-page', title: 'SERVICE_PARAM_PAGE', judge: configured(judgePageName) },
  { id: 'name-limit', title: 'SERVICE_PARAM_LIMIT', judge: configured(judgeLimitName) },
  { id: 'name-from', title: 'SERVICE_PARAM_FROM', judge: configured(judgeFromName) },
  { id: 'name-until', title: 'SERVICE_PARAM_UNTIL', judge: configured(judgeUntilName) },
  { id: 'name-address', title: 'SERVICE_PARAM_ADDRESS', judge: configured(judgeAddressName) },
  { id: 'name-signature', title: 'SERVICE_SIGNATURE_FIELD', judge: configured(judgeSignatureName) },
  { id: 'connect-url', title: 'Connect URL', judge: configured(judgeConnectUrl) },
  {
    id: 'provider',
    title: 'OpenID provider',
    judge: configured(({ login }) => (login.oidc ? judgeProvider(login.oidc.issuer) : holds('None is configured.'))),
  },
  { id: 'redis', title: 'Redis', judge: configured(judgeRedis), runsAlone: true },
  { id: 'https', title: 'https', judge: addressed(judgeHttps) },
  { id: 'certificate', title: 'Certificate', judge: addressed((deployment) => judgeCertificate(deployment)) },
  { id: 'ready', title: 'Readiness', judge: answering(judgeReady) },
  { id: 'headers', title: 'Headers', judge: answering(judgeHeaders) },
  { id: 'arrival', title: 'Arrival at /connect', judge: answering(judgeArrival) },
  { id: 'cookies', title: 'Cookies', judge: answering(judgeCookies) },
  { id: 'login', title: 'Login', judge: answering(judgeLogin) },
  {
    id: 'proxy-hops',
    title: 'TRUSTED_PROXY_HOPS',
    judge: answering(async (deployment, { metricsToken }) =>
      judgeProxyHops(await readDiagnosis(deployment, metricsToken, madeUpAddress), deployment),
    ),
  },
  {
    id: 'version',
    title: 'Version',
    judge: answering(async (deployment, { metricsToken, copy }) =>
      judgeRunningVersion(await readDiagnosis(deployment, metricsToken, madeUpAddress), copy),
    ),
  },
]

/** Runs all checks, most of them at once. The findings come in the order of the list. */
export async function examine(subject: Subject): Promise<Finding[]> {
  const run = async ({ id, title, judge }: Check): Promise<Finding> => ({ id, title, ...(await judge(subject)) })
  const findings: Finding[] = []
  for (const check of checks) if (check.runsAlone) findings.push(await run(check))
  findings.push(...(await Promise.all(checks.filter(({ runsAlone }) => !runsAlone).map(run))))
  return checks.flatMap(({ id }) => findings.filter((finding) => finding.id === id))
}
