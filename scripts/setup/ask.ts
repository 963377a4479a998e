import * as prompts from '@clack/prompts'
import { styleText } from 'node:util'
import { problemWith } from './answers'
import { steps, type Question, type Step } from './steps'
import type { Values } from './env-file'

/** The person has pressed Ctrl-C or Escape. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}

/** Asks all questions at the terminal, and checks each step's answers. Returns the answers with what was known before. */
export async function askAll(known: Values): Promise<Values> {
  let values = known
  for (const step of steps) {
    if (step.applies?.(values) ?? true) values = await askStep(step, values)
  }
  return values
}

async function askStep(step: Step, known: Values): Promise<Values> {
  let values = known
  if (step.say) prompts.note(step.say(values))
  for (;;) {
    for (const question of step.questions) {
      values = { ...values, [question.name]: await ask(question, values[question.name] ?? '') }
    }
    const next = await checkAnswers(step, values)
    if (next === 'on') return values
  }
}

/** Checks the answers until they are right, or the person goes on with them or wants to change them. */
async function checkAnswers({ check, checking = '' }: Step, values: Values): Promise<'on' | 'ask'> {
  if (!check) return 'on'
  for (;;) {
    const verdict = check(values)
    if (!verdict) return 'on'
    prompts.log.step(checking)
    const { state, what, todo } = await verdict
    if (state === 'holds') {
      prompts.log.success(what)
      return 'on'
    }
    prompts.log.warn(todo === null ? what : `${what}\n${todo}`)
    if (state === 'unknown') return 'on'
    const choice = answered(
      await prompts.select({
        message: 'What now?',
        options: [
          { value: 'ask' as const, label: 'Enter it again' },
          { value: 'check' as const, label: 'Check once more' },
          { value: 'on' as const, label: 'Go on all the same' },
        ],
      }),
    )
    if (choice !== 'check') return choice
  }
}

async function ask(question: Question, present: string): Promise<string> {
  const { name, title, from, kind, choices = [], example, isOptional = false } = question
  const message = `${title}  ${styleText('dim', name)}`
  prompts.log.message(styleText('dim', from))
  const validate = (value: string | undefined) => {
    if (isOptional && !value?.trim()) return undefined
    return problemWith(name, value ?? '') ?? (value?.trim() ? undefined : `${name} is missing.`)
  }
  if (kind === 'choice') {
    return answered(await prompts.select({ message, options: choices, initialValue: present }))
  }
  if (kind === 'text') {
    return answered(await prompts.text({ message, placeholder: example ?? '', initialValue: present, validate })).trim()
  }
  if (present !== '') prompts.log.message(styleText('dim', 'Press Enter to keep the present one.'))
  const typed = await prompts.password({
    message,
    validate: (value) => (present !== '' && !value ? undefined : validate(value)),
  })
  return answered(typed).trim() || present
}

/** Whether the file is to be written. */
export async function confirmWriting(path: string): Promise<boolean> {
  return answered(await prompts.confirm({ message: `Write ${path}?` }))
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (prompts.isCancel(answer)) throw new CancelledError()
  return answer as Exclude<Answer, symbol>
}
