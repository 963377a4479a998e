import type { App } from '../e2e/harness/app'

/** The steps of a login, by their titles. A step throws if it fails. */
export type LoginSteps<Subject> = Readonly<Record<string, (subject: Subject) => Promise<void>>>

/** Prints a line for each step, with the app's log if it fails. @returns whether all steps succeeded. */
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
