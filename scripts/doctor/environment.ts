import { checkConnectUrl } from '../../lib/console/overview/connect-url'
import type { Config } from '../../lib/config'
import { holds, unknown, wrong, type Verdict } from './finding'
import type { Subject } from './subject'
import { consoleText } from './texts'

/** Whether every variable is there and right, by the rules with which the app starts. */
export function judgeEnvironment({ environment, unknownVariables }: Subject): Verdict {
  if (!environment)
    return unknown('Not checked: there is no environment here.', 'Run the doctor where the environment is.')
  if (environment.ok) {
    if (unknownVariables.length === 0) return holds('Every variable is there and right.')
    const names = unknownVariables.join(', ')
    return wrong(`Nothing reads ${names}.`, consoleText('overview.problems.build_too_old.unknown', { names }))
  }
  return wrong(
    environment.problems.map(({ name, message }) => `${name} ${message}`).join('; '),
    'Correct these: .env.example says where each value comes from, and npm run setup asks for them.',
  )
}

/** What the interface asks of a registered connect URL ("Connect flow", step 2). */
export function judgeConnectUrl({ app }: Config): Verdict {
  const address = `${app.origin}/connect`
  const broken = checkConnectUrl(address).filter(({ isMet }) => !isMet)
  if (broken.length === 0) return holds(`${address} keeps the rules. Register it at the service, letter for letter.`)
  const rules = broken.map(({ rule }) => consoleText(`overview.connectUrl.rules.${rule}`))
  return wrong(`${address} breaks a rule: ${rules.join('; ')}.`, consoleText('overview.connectUrl.fix'))
}
