import * as prompts from '@clack/prompts'
import { styleText } from 'node:util'
import { isLoopback } from '../../lib/service'
import { commentOn, unwritable, type Values } from './env-file'
import { loginIn, logins, problemWith, requiredNames, requiredNamesOf, withLogin, type Login } from './values'

/** Asks for each variable without a default. Returns the known values with the answers. Ctrl-C exits with 130. */
export async function askAll(known: Values, example: string): Promise<Values> {
  const values = await askFor(requiredNames, known, example)
  const login = await askLogin(values)
  if (login === 'demo') return { ...values, DEMO_LOGIN: '1' }
  return askFor(requiredNamesOf(login), withLogin(values, login), example)
}

function askLogin(values: Values): Promise<Login | 'demo'> {
  const hasDemo = isLoopback(new URL(values['NEXTAUTH_URL'] ?? ''))
  const offered = { ...logins, ...(hasDemo && { demo: 'demo login, for this machine only' }) }
  const options = Object.entries(offered).map(([value, label]) => ({ value: value as Login | 'demo', label }))
  const initialValue = values['DEMO_LOGIN'] ? 'demo' : (loginIn(values) ?? 'oidc')
  return answered(prompts.select({ message: 'How do your users sign in?', options, initialValue }))
}

async function askFor(names: readonly string[], known: Values, example: string): Promise<Values> {
  const values = { ...known }
  for (const name of names) {
    prompts.log.message(styleText('dim', commentOn(name, example)))
    values[name] = await ask(name, values[name] ?? '')
  }
  return values
}

/** Masks a secret while the person types it, and never shows it. */
async function ask(name: string, present: string): Promise<string> {
  const isSecret = /SECRET|KEY/.test(name)
  const validate = (typed = '') => {
    const value = typed.trim()
    if (value === '' && isSecret && present !== '') return undefined
    if (value === '') return `${name} is missing.`
    return problemWith(name, value) ?? (value === present ? undefined : unwritable(name, value))
  }
  if (!isSecret) return (await answered(prompts.text({ message: name, initialValue: present, validate }))).trim()
  if (present !== '') prompts.log.message(styleText('dim', 'Press Enter to keep the current value.'))
  return (await answered(prompts.password({ message: name, validate }))).trim() || present
}

export const agreesTo = (message: string) => answered(prompts.confirm({ message }))

async function answered<Answer>(asked: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await asked
  if (prompts.isCancel(answer)) {
    prompts.cancel('Nothing was written.')
    process.exit(130)
  }
  return answer as Exclude<Answer, symbol>
}
