import { fingerprintsOf } from '../../lib/process/subnet-user-id-check'
import { judgeClockError, serviceClock } from '../checks/service'
import { consoleText } from '../checks/texts'
import { hint, holds, unknown, wrong, type Verdict } from '../checks/verdict'
import type { Deployment, Diagnosis } from './deployment'
import { unreadVerdict, type Environment } from './environment'
import { setToken } from './proxy'

/* Checks of what the deployment runs with, which can differ from the environment of the doctor. */

type Settings = NonNullable<Diagnosis['settings']>

interface Running {
  settings: Settings
  diagnosis: Diagnosis
  url: URL
  environment: Environment | undefined
}

/** They run only if the deployment reports its settings. */
export const settingsChecks: readonly (readonly [id: string, title: string, judge: (running: Running) => Verdict])[] = [
  ['deployment-url', 'Deployment: URL', judgeUrl],
  ['deployment-clock', 'Deployment: Clock', judgeDeploymentClock],
  ['deployment-service', 'Deployment: Service', judgeService],
  ['deployment-user-ids', 'Deployment: User IDs', judgeRunningUserIds],
  ['deployment-operators', 'Deployment: Operators', judgeOperators],
  ['deployment-variables', 'Deployment: Variables', judgeVariables],
]

/** Another token, or none, means that the deployment runs with other variables, which the doctor cannot see. */
export async function judgeToken(deployment: Deployment): Promise<Verdict> {
  if ((await deployment.diagnosis())?.settings) return holds('It accepts the METRICS_TOKEN of the doctor.')
  const { status } = await deployment.openDiagnosis('', {})
  if (status === 200)
    return unknown('It does not report its settings: it is too old, or another program answers.', 'Upgrade it.')
  if (deployment.token === undefined)
    return unknown('Not checked: the deployment does not report its settings.', setToken)
  if (status === 401) {
    const todo = 'Give the doctor the METRICS_TOKEN of the deployment, or restart the deployment with this one.'
    return wrong('It refuses the METRICS_TOKEN of the doctor.', todo)
  }
  if (status !== 404) return unknown(`Not checked: /api/doctor answers with ${status}.`)
  return wrong(
    'It has no METRICS_TOKEN, or the proxy does not pass /api/doctor on.',
    'Start it with the METRICS_TOKEN of the doctor, or let the proxy pass /api/doctor on.',
  )
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
  return hint('It names no operator, so nobody can change anything in the console.', 'Set CONSOLE_USERS there.')
}

function judgeVariables({ settings: { unread } }: Running): Verdict {
  return unreadVerdict(unread) ?? holds('It reads every variable of its environment.')
}
