import getPort from 'get-port'
import { startApp, type App } from '../../e2e/harness/app'
import { appVariables } from '../../e2e/harness/app-variables'
import { operatorName } from '../../e2e/harness/people'
import { cookieHeader, signInAtApp } from '../../e2e/harness/sign-in'
import { startStandInProcess } from '../../e2e/harness/stand-in-process'
import { standInControl, type StandInControl } from '../../e2e/stand-in/control/client'
import type { StandIn } from '../../e2e/stand-in/start'

/** The app and the stand-in in separate processes, and a signed-in operator. */
interface Bench {
  standIn: StandIn
  control: StandInControl
  app: App
  /** The operator's `Cookie` header. */
  cookie: string
}

/** Starts the processes, does the work, and stops them even after an error. */
export async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const port = await getPort()
  const standIn = await startStandInProcess(`http://localhost:${port}/connect`)
  try {
    const app = await startApp({ port, variables: appVariables({ standIn, port }) })
    try {
      await work({ standIn, control: standInControl(standIn.controlUrl), app, cookie: await signIn(app) })
    } finally {
      await app.close()
    }
  } finally {
    await standIn.close()
  }
}

/** Signs an operator in. @returns the `Cookie` header. */
export async function signIn(app: App): Promise<string> {
  return cookieHeader(await signInAtApp(app, operatorName))
}

/** Measures the duration of some work in seconds. */
export async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** @throws Error if a result is wrong, because its measurement would be meaningless. */
export function check(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Error(`Not measured: ${what}`)
}
