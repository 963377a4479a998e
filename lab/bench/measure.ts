import type { App } from '../../e2e/harness/app'
import { operatorName } from '../../e2e/harness/people'
import { peakMemoryMegabytes } from '../../e2e/harness/process-cost'
import { cookieHeader, signInAtApp } from '../../e2e/harness/sign-in'

/** Signs an operator in. @returns the `Cookie` header. */
export async function signIn(app: App): Promise<string> {
  return cookieHeader(await signInAtApp(app, operatorName))
}

export async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** The peak memory of an app so far, in whole MB. */
export const peakOf = (app: App) => Math.round(peakMemoryMegabytes(app.processId))

/** @throws Error if a result is wrong, because its measurement would be meaningless. */
export function check(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Error(`Not measured: ${what}`)
}
