import { problemsWith } from './answers'
import { steps } from './steps'
import type { Values } from './env-file'

/** What is wrong with answers that were given by flags: by the rules, and then by what the world says of them. */
export async function problemsWithGiven(values: Values, { isChecked }: { isChecked: boolean }): Promise<string[]> {
  const problems = problemsWith(values).map(({ name, message }) => `${name} ${message}`)
  if (problems.length > 0 || !isChecked) return problems
  const verdicts = await Promise.all(
    steps.map(async (step) => ((step.applies?.(values) ?? true) ? step.check?.(values) : undefined)),
  )
  return verdicts.flatMap((verdict) => (verdict?.state === 'wrong' ? [`${verdict.what} ${verdict.todo}`] : []))
}
