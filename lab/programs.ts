import getPort from 'get-port'
import { startApp, type App } from '../e2e/harness/app'
import { appVariables } from '../e2e/harness/app-variables'
import { startStandInProcess } from '../e2e/harness/server-process'
import { signInAtApp } from '../e2e/harness/sign-in'
import { standInControl } from '../e2e/stand-in/control/client'
import type { StandIn } from '../e2e/stand-in/start'

interface Program {
  close(): Promise<unknown>
}

const running: Program[] = []

/** Waits until a program runs. `closeAll` closes it. */
export async function started<Started extends Program>(program: Promise<Started>): Promise<Started> {
  const result = await program
  running.push(result)
  return result
}

/** Closes the programs that run, the last one first. `run.ts` does so when the tool has ended, even with an error. */
export async function closeAll(): Promise<void> {
  for (const program of running.splice(0).toReversed()) await program.close()
}

/** Variables of the app besides those of `appVariables`. */
type Variables = Record<string, string> | ((standIn: StandIn) => Record<string, string>)

/**
 * Starts the stand-in of the service in a separate process, for instances of the app with the demo login at an origin.
 * `start` starts one of them, by default from the last build.
 */
export async function startStandInFor(origin: string, variables: Variables = {}) {
  const standIn = await started(startStandInProcess(`${origin}/connect`))
  const all = {
    ...appVariables({ standIn, port: Number(new URL(origin).port) }),
    NEXTAUTH_URL: origin,
    ...(typeof variables === 'function' ? variables(standIn) : variables),
  }
  const start = (port: number, folder?: string) =>
    startApp({ port, origin, variables: all, ...(folder !== undefined && { folder }) })
  return { standIn, control: standInControl(standIn.controlUrl), start }
}

/**
 * Starts a deployment with the demo login: the stand-in of the service, and instances of the app that use it. `app` is
 * the first of `apps`, and `origin` is the origin for browsers.
 *
 * @param options.ports - the ports of the instances. @default one free port
 * @param options.origin - the origin for browsers, if there is a proxy. @default that of the first instance
 * @param options.folder - a copy of a build. @default the last build
 */
export async function startDeployment(
  options: { ports?: readonly [number, ...number[]]; origin?: string; variables?: Variables; folder?: string } = {},
) {
  const { ports = [await getPort()], origin = `http://localhost:${ports[0]}`, variables, folder } = options
  const { start, ...service } = await startStandInFor(origin, variables)
  const [first, ...others] = ports
  const instance = (port: number) => started(start(port, folder))
  const [app, ...more] = await Promise.all([instance(first), ...others.map(instance)])
  return { origin, ...service, app, apps: [app, ...more] }
}

/** Signs a person in, and returns the session as cookies for a browser. */
export const cookiesFor = async (app: App, name: string) =>
  (await signInAtApp(app, name)).map((cookie) => ({ ...cookie, url: app.origin }))
