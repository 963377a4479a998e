import type { App } from '../e2e/harness/app'

/** What is tried of a login, by what it shows. Each throws where it does not. */
export type LoginSteps<Subject> = Readonly<Record<string, (subject: Subject) => Promise<void>>>

/** Prints a line for each step, and what the app logged where a step fails; returns whether all of them held. */
export async function runLoginSteps<Subject extends { app: App }>(
  steps: LoginSteps<Subject>,
  subject: Subject,
): Promise<boolean> {
  let isRight = true
  for (const [name, step] of Object.entries(steps)) {
    const startedAt = Date.now()
    const alreadyLogged = subject.app.output().length
    const problem = await step(subject).then(() => undefined, String)
    console.log(`  ${name.padEnd(60)}${problem ? 'no' : 'yes'}${String(Date.now() - startedAt).padStart(8)} ms`)
    if (problem === undefined) continue
    isRight = false
    console.log(`    ${problem.split('\n', 1)[0]}`)
    const logged = subject.app.output().slice(alreadyLogged).split('\n')
    for (const line of logged) if (line.includes('login failed')) console.log(`    ${line}`)
  }
  return isRight
}
