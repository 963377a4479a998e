import * as prompts from '@clack/prompts'
import { styleText } from 'node:util'
import { commentOn, unwritable, type Values } from './env-file'
import { kindOf, loginIn, logins, withLogin, type Login } from './logins'
import {
  applies,
  canHaveDemo,
  checkStep,
  firstSteps,
  lastSteps,
  loginSteps,
  problemWith,
  staffSteps,
  withoutUnneeded,
  type Question,
  type Step,
} from './questions'

/**
 * Asks all questions at the terminal, with the comments of .env.example, and checks each step's answers. Returns the
 * known values with the answers. Ctrl-C ends the process with 130.
 */
export async function askAll(known: Values, example: string): Promise<Values> {
  const values = await askSteps(firstSteps, known, example)
  const login = await askLogin(values)
  if (login === 'demo') return askSteps(lastSteps, { ...values, DEMO_LOGIN: '1' }, example)
  const ofLogin = { ...withLogin(values, login), DEMO_LOGIN: '' }
  return askSteps([...loginSteps[kindOf(login)], ...staffSteps, ...lastSteps], ofLogin, example)
}

/** Asks for the users' login. Offers the demo login only on loopback. */
function askLogin(values: Values): Promise<Login | 'demo'> {
  const offered = { ...logins, ...(canHaveDemo(values) && { demo: 'demo login, for this machine only' }) }
  const options = Object.entries(offered).map(([value, label]) => ({ value: value as Login | 'demo', label }))
  const initialValue = values['DEMO_LOGIN'] ? 'demo' : (loginIn(values) ?? 'oidc')
  return answered(prompts.select({ message: 'How do your users sign in?', options, initialValue }))
}

async function askSteps(asked: readonly Step[], known: Values, example: string): Promise<Values> {
  let values = known
  for (const step of asked) {
    if (!applies(step, values)) continue
    do {
      for (const question of step.questions) {
        prompts.log.message(styleText('dim', commentOn(question.name, example)))
        values = { ...values, [question.name]: await ask(question, values[question.name] ?? '') }
      }
      values = withoutUnneeded(step, values)
    } while (await isToBeAskedAgain(step, values))
  }
  return values
}

/** Checks the answers of a step, and returns whether to ask again. The person may keep wrong answers. */
async function isToBeAskedAgain(step: Step, values: Values): Promise<boolean> {
  const checking = checkStep(step, values)
  if (!checking) return false
  prompts.log.step('Checking …')
  const verdicts = await checking
  for (const { state, what, todo } of verdicts) {
    const verdict = todo === null ? what : `${what}\n${todo}`
    if (state === 'holds') prompts.log.success(verdict)
    else prompts.log.warn(verdict)
  }
  if (!verdicts.some(({ state }) => state === 'wrong')) return false
  const options = [
    { value: true, label: 'Enter it again' },
    { value: false, label: 'Continue anyway' },
  ]
  return answered(prompts.select({ message: 'What now?', options }))
}

async function ask({ name, title, choices, isOptional, isSecret }: Question, present: string): Promise<string> {
  const message = `${title}  ${styleText('dim', name)}`
  const validate = (value = '') => {
    if (value.trim() === '' && (isOptional || (isSecret && present !== ''))) return undefined
    const problem = problemWith(name, value) ?? (value.trim() ? undefined : `${name} is missing.`)
    return problem ?? (value.trim() === present ? undefined : unwritable(name, value.trim()))
  }
  if (choices) {
    const options = Object.entries(choices).map(([value, label]) => ({ value, label }))
    return answered(prompts.select({ message, options, ...(present && { initialValue: present }) }))
  }
  if (!isSecret) return (await answered(prompts.text({ message, initialValue: present, validate }))).trim()
  if (present !== '') prompts.log.message(styleText('dim', 'Press Enter to keep the current value.'))
  return (await answered(prompts.password({ message, validate }))).trim() || present
}

export const confirmWriting = (path: string) => answered(prompts.confirm({ message: `Write ${path}?` }))

async function answered<Answer>(asked: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await asked
  if (prompts.isCancel(answer)) {
    prompts.cancel('Nothing was written.')
    process.exit(130)
  }
  return answer as Exclude<Answer, symbol>
}
