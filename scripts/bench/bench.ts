import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import getPort from 'get-port'
import { chromium } from 'playwright'
import { startApp, type App } from '../../e2e/app'
import { appVariables } from '../../e2e/app-variables'
import { operatorName } from '../../e2e/people'
import { serviceControl, type ServiceControl } from '../../e2e/service/control'
import type { Service } from '../../e2e/service/start'
import { browserArguments, browserPath } from '../browser'

/** The app and the stand-in of the service, each in a process of its own, and an operator who has signed in. */
export interface Bench {
  service: Omit<Service, 'close'>
  control: ServiceControl
  app: App
  /** The operator's cookies, as a request carries them. */
  cookie: string
}

/** Starts all, does the work, and stops all whatever came of it. */
export async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const port = await getPort()
  const script = fileURLToPath(new URL('service-process.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, `http://localhost:${port}/connect`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const service = JSON.parse(line) as Bench['service']
    const app = await startApp({ port, variables: appVariables({ service, port }) })
    try {
      await work({ service, control: serviceControl(service.controlUrl), app, cookie: await signIn(app) })
    } finally {
      await app.close()
    }
  } finally {
    child.stdin.end()
    await once(child, 'exit')
  }
}

async function signIn(app: App): Promise<string> {
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments })
  const page = await browser.newPage()
  await page.goto(`${app.origin}/signin`)
  await page.getByRole('textbox', { name: 'Name' }).fill(operatorName)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/connect\/confirm/)
  const cookies = await page.context().cookies()
  await browser.close()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Seconds that some work took. */
export async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

/** The most memory that the app's process has had at once since its start, in megabytes (Linux). */
export async function peakMemoryMegabytes(app: App): Promise<number> {
  const status = await readFile(`/proc/${app.processId}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1000)
}

/** Throws where a result is not what it must be: a bench of something else says nothing. */
export function check(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`Not measured: ${what}`)
}
