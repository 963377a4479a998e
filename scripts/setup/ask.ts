import * as prompts from '@clack/prompts'
import { styleText } from 'node:util'
import { commentOn, type Values } from './env-file'
import { applies, checkStep, problemWith, steps, type Question, type Step } from './questions'

/**
 * Asks all questions at the terminal, and checks each step's answers. Ctrl-C ends the process with 130.
 *
 * @param example - the text of .env.example, whose comments say where each value comes from.
 * @returns the answers with what was known before.
 */
export async function askAll(known: Values, example: string): Promise<Values> {
  let values = known
  for (const step of steps) {
    if (!applies(step, values)) continue
    do {
      for (const question of step.questions) {
        prompts.log.message(styleText('dim', commentOn(question.name, example)))
        values = { ...values, [question.name]: await ask(question, values[question.name] ?? '') }
      }
    } while (await isToBeAskedAgain(step, values))
  }
  return values
}

/** Checks the answers of a step. If they are wrong, the person may go on with them all the same. */
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
    { value: false, label: 'Go on all the same' },
  ]
  return answered(prompts.select({ message: 'What now?', options }))
}

async function ask({ name, title, choices, isOptional, isSecret }: Question, present: string): Promise<string> {
  const message = `${title}  ${styleText('dim', name)}`
  const validate = (value = '') => {
    if (value.trim() === '' && (isOptional || (isSecret && present !== ''))) return undefined
    return problemWith(name, value) ?? (value.trim() ? undefined : `${name} is missing.`)
  }
  if (choices) {
    const options = Object.entries(choices).map(([value, label]) => ({ value, label }))
    return answered(prompts.select({ message, options, initialValue: present }))
  }
  if (!isSecret) return (await answered(prompts.text({ message, initialValue: present, validate }))).trim()
  if (present !== '') prompts.log.message(styleText('dim', 'Press Enter to keep the present one.'))
  return (await answered(prompts.password({ message, validate }))).trim() || present
}

/** Whether the file is to be written. */
export const confirmWriting = (path: string) => answered(prompts.confirm({ message: `Write ${path}?` }))

async function answered<Answer>(asked: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await asked
  if (prompts.isCancel(answer)) {
    prompts.cancel('Nothing was written.')
    process.exit(130)
  }
  return answer as Exclude<Answer, symbol>
}
