import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))
const startTimeoutMs = 30_000

/** The app, started from its production build as a process of its own. */
export interface App {
  origin: string
  /** All that it has printed so far. */
  output(): string
  close(): Promise<void>
}

/** The app did not come up; `output` is what it said. */
export class AppStartError extends Error {
  override readonly name = 'AppStartError'
  constructor(
    readonly exitCode: number | null,
    readonly output: string,
  ) {
    super(`The app did not start (exit code ${exitCode}).\n${output}`)
  }
}

/**
 * Starts the production build on loopback with exactly the given variables.
 *
 * @param options.port - the port that `NEXTAUTH_URL` names.
 * @throws AppStartError
 */
export async function startApp(options: {
  port: number
  variables: Record<string, string>
  onOutput?: (text: string) => void
}): Promise<App> {
  const nextCommand = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const child = spawn(process.execPath, [nextCommand, 'start', '-H', '127.0.0.1', '-p', String(options.port)], {
    cwd: projectFolder,
    env: { ...systemVariables(), ...noVariables(), ...options.variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      options.onOutput?.(text)
    })
  }
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await exited
    }
  }

  const origin = `http://localhost:${options.port}`
  const endsAt = Date.now() + startTimeoutMs
  while (!(await answers(`http://127.0.0.1:${options.port}/icon.svg`))) {
    if (child.exitCode !== null || Date.now() > endsAt) {
      await close()
      throw new AppStartError(child.exitCode, output)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { origin, output: () => output, close }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

function systemVariables(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, TMPDIR, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
}

/** Every variable of the app, empty: what a developer keeps in `.env.local` must not reach a test. */
function noVariables(): Record<string, string> {
  const example = readFileSync(join(projectFolder, '.env.example'), 'utf8')
  return Object.fromEntries([...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => [name, '']))
}
