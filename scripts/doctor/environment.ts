import type { Config } from '../../lib/config'
import { checkConnectUrl } from '../../lib/console/overview/connect-url'
import { consoleText } from '../checks/texts'
import { holds, unknown, wrong, type Verdict } from '../checks/verdict'
import type { Subject } from './checks'

/** Variables that an earlier version read. */
export const formerVariables = ['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY']

/** Whether every variable is there and right, by the rules with which the app starts, and the app reads each. */
export function judgeEnvironment({ environment, unreadVariables }: Subject): Verdict {
  if (!environment) {
    return unknown('Not checked: there is no environment here.', 'Run the doctor where the environment is.')
  }
  if (!environment.ok) {
    return wrong(
      environment.problems.map(({ name, message }) => `${name} ${message}`).join('; '),
      'Correct these: .env.example says where each value comes from, and npm run setup asks for them.',
    )
  }
  const [names, former] = [unreadVariables.unknown.join(', '), unreadVariables.former.join(', ')]
  if (names) return wrong(`Nothing reads ${names}.`, consoleText('overview.problems.build_too_old.unknown', { names }))
  if (former) return wrong(`This version no longer reads ${former}.`, 'Remove it: CHANGELOG.md says why.')
  return holds('Every variable is there and right.')
}

/** What the interface asks of a registered connect URL ("Connect flow", step 2). */
export function judgeConnectUrl({ app }: Config): Verdict {
  const address = `${app.origin}/connect`
  const broken = checkConnectUrl(address).filter(({ isMet }) => !isMet)
  if (broken.length === 0) return holds(`${address} keeps the rules. Register it at the service, letter for letter.`)
  const rules = broken.map(({ rule }) => consoleText(`overview.connectUrl.rules.${rule}`))
  return wrong(`${address} breaks a rule: ${rules.join('; ')}.`, consoleText('overview.connectUrl.fix'))
}
