import { fingerprintsOf } from '../../lib/process/fingerprints'
import { judgeClockError, serviceClock } from '../checks/service'
import { consoleText } from '../checks/texts'
import { hint, holds, unknown, wrong, type Verdict } from '../checks/verdict'
import type { Deployment, Diagnosis } from './deployment'
import type { Environment } from './environment'
import { setToken } from './proxy'

/* Checks of what the deployment runs with, which can differ from the environment of the doctor. */

type Settings = NonNullable<Diagnosis['settings']>

interface Running {
  settings: Settings
  diagnosis: Diagnosis
  url: URL
  environment: Environment | undefined
}

export const settingsChecks: readonly (readonly [id: string, title: string, judge: (running: Running) => Verdict])[] = [
  ['deployment-url', 'Deployment: URL', judgeUrl],
  ['deployment-clock', 'Deployment: Clock', judgeDeploymentClock],
  ['deployment-service', 'Deployment: Service', judgeService],
  ['deployment-user-ids', 'Deployment: User IDs', judgeRunningUserIds],
  ['deployment-operators', 'Deployment: Operators', judgeOperators],
  ['deployment-variables', 'Deployment: Variables', judgeVariables],
]

/** Another token means that the deployment runs with other variables, and that the doctor cannot see them. */
export async function judgeToken(deployment: Deployment): Promise<Verdict> {
  const { status } = await deployment.openDiagnosis('', {})
  if (status === 200) return holds('It accepts the METRICS_TOKEN of the doctor.')
  if (status !== 401 || deployment.token === undefined)
    return unknown('Not checked: the deployment does not report its settings.', setToken)
  const todo = 'Give the doctor the METRICS_TOKEN of the deployment, or restart the deployment with this one.'
  return wrong('It refuses the METRICS_TOKEN of the doctor.', todo)
}

/** Runs one of these checks. It is unknown if the deployment does not report its settings. */
export async function judgeSettings(
  judge: (running: Running) => Verdict,
  deployment: Deployment,
  environment: Environment | undefined,
): Promise<Verdict> {
  const diagnosis = await deployment.diagnosis()
  if (!diagnosis?.settings) return unknown('Not checked: the deployment does not report its settings.', setToken)
  return judge({ settings: diagnosis.settings, diagnosis, url: deployment.origin, environment })
}

function judgeUrl({ settings: { origin }, url }: Running): Verdict {
  if (origin === url.origin) return holds(`It runs with NEXTAUTH_URL ${origin}.`)
  return wrong(`It runs with NEXTAUTH_URL ${origin}.`, `Set it to ${url.origin} there, or use --url ${origin}.`)
}

function judgeDeploymentClock({ settings: { time }, diagnosis: { sentAt, receivedAt } }: Running): Verdict {
  const todo = 'Set both by NTP (timedatectl set-ntp true).'
  return judgeClockError(
    { serviceTime: time, sentAt, receivedAt },
    { ...serviceClock, owner: "the deployment's", todo },
  )
}

function judgeService({ settings: { fingerprints }, environment }: Running): Verdict {
  if (!environment?.parsed.ok) return unknown('Not checked: this needs the environment.')
  if (fingerprints.service === fingerprintsOf(environment.parsed.config).service)
    return holds('It uses the service with the key and subnet of this environment.')
  return wrong(
    'It runs with another SERVICE_BASE_URL, SUBNET_ID or SERVICE_API_KEY than this environment.',
    'Start it with the variables of this environment, or run the doctor with those of the deployment.',
  )
}

function judgeRunningUserIds({ settings: { haveUserIdsChanged, fingerprints }, environment }: Running): Verdict {
  if (haveUserIdsChanged)
    return wrong(`${consoleText('overview.work.tasks.userIds')}.`, consoleText('setup.deployment.userIdsFix'))
  if (!environment?.parsed.ok) return holds('It knows of no change of the IDs of users.')
  if (fingerprints.userIds === fingerprintsOf(environment.parsed.config).userIds)
    return holds('They are those of this environment.')
  return wrong(
    'It runs with another SUBNET_USER_ID_KEY, SUBNET_USER_ID or OIDC_USER_ID_CLAIM than this environment.',
    'Use the ones with which your users have connected, here and there. With others, each of them is a new user.',
  )
}

function judgeOperators({ settings: { hasOperator } }: Running): Verdict {
  if (hasOperator) return holds('It names an operator.')
  return hint('It names no operator, so nobody can do everything in the console.', 'Set CONSOLE_USERS there.')
}

function judgeVariables({ settings: { unread } }: Running): Verdict {
  const names = unread.join(', ')
  if (!names) return holds('It reads every variable of its environment.')
  return wrong(`Nothing reads ${names}.`, consoleText('setup.deployment.unread', { names }))
}
