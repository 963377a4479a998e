import getPort from 'get-port'
import { startApp, type App } from '../../e2e/harness/app'
import { appVariables } from '../../e2e/harness/app-variables'
import { operatorName } from '../../e2e/harness/people'
import { cookieHeader, signInAtApp } from '../../e2e/harness/sign-in'
import { startStandInProcess } from '../../e2e/harness/stand-in-process'
import { standInControl, type StandInControl } from '../../e2e/stand-in/control/client'
import type { StandIn } from '../../e2e/stand-in/start'

/** The app and the stand-in of the service, each in a process of its own, and an operator who has signed in. */
interface Bench {
  standIn: StandIn
  control: StandInControl
  app: App
  /** The operator's cookies, as a request carries them. */
  cookie: string
}

/** Starts all, does the work, and stops all whatever came of it. */
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

/** Signs an operator in; returns the cookies as a request carries them. */
export async function signIn(app: App): Promise<string> {
  return cookieHeader(await signInAtApp(app, operatorName))
}

/** Seconds that some work took. */
export async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** Throws where a result is not what it must be: a bench of something else says nothing. */
export function check(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Error(`Not measured: ${what}`)
}
