import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const projectFolder = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const startTimeoutMs = 30_000

/** The skin of the apps that `startApp` starts: `SKIN_DIR` of this process or, by default, the project's skin. */
export const skinFolder = resolve(projectFolder, process.env['SKIN_DIR'] ?? 'skin')

/** The output of `npm run build` that a deployment copies. */
export const standaloneFolder = join(projectFolder, '.next', 'standalone')

/** The app's production build, running in a separate process. */
export interface App {
  /** Its origin for browsers. */
  origin: string
  /** The URL at which its process listens. It differs from `origin` behind a proxy. */
  address: string
  /** The ID of its process, for measurements. */
  processId: number
  /** Its whole output so far. */
  output(): string
  /** Stops the app. @returns its exit code, or null if the signal killed it. */
  close(signal?: NodeJS.Signals): Promise<number | null>
}

/** Thrown if the app does not start. `output` is all that the app printed. */
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
 * Starts the app's production build on loopback with the given variables and a few defaults for tests.
 *
 * @param options.origin - its origin for browsers, if there is a proxy in front of it. @default its port on localhost
 * @param options.folder - a copy of the build. @default the build of this project
 * @param options.outputTo - the descriptor of a file for its output. `output()` then returns nothing.
 * @throws AppStartError
 */
export async function startApp(options: {
  port: number
  origin?: string
  folder?: string
  variables: Record<string, string>
  onOutput?: (text: string) => void
  outputTo?: number
}): Promise<App> {
  const { port, folder = standaloneFolder } = options
  return startProgram({
    ...options,
    // The image and the systemd unit use the same command.
    program: [process.execPath, join(folder, 'server.js')],
    // A test can stop its app at once, because no proxy has to notice the stop and no request is open.
    variables: {
      ...noVariables(),
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
      SHUTDOWN_DELAY_SECONDS: '0',
      SHUTDOWN_GRACE_SECONDS: '1',
      SKIN_DIR: skinFolder,
      ...options.variables,
    },
    // Redis is ready a little later than the server.
    readyPath: options.variables['REDIS_URL'] ? '/api/ready' : '/api/health',
  })
}

/**
 * Starts a server on loopback.
 *
 * @param options.program - the command and its arguments.
 * @param options.cwd - its working directory. @default the directory of this process
 * @param options.readyPath - a path that answers once the server is up.
 * @param options.isReady - checks that answer. @default whether its status is 2xx
 * @throws AppStartError
 */
export async function startProgram(options: {
  program: string[]
  cwd?: string
  port: number
  origin?: string
  variables: Record<string, string>
  readyPath: string
  isReady?: (answer: Response) => boolean
  onOutput?: (text: string) => void
  outputTo?: number
}): Promise<App> {
  const { port, origin = `http://localhost:${port}`, outputTo = 'pipe', isReady = ({ ok }) => ok } = options
  const [file = '', ...args] = options.program
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...systemVariables(), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...options.variables },
    stdio: ['ignore', outputTo, outputTo],
  })
  // Waits for `close`, because there may still be unread output after `exit`.
  const closed = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      options.onOutput?.(text)
    })
  }
  const close = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    await closed
    return child.exitCode
  }

  const endsAt = Date.now() + startTimeoutMs
  const address = `http://127.0.0.1:${port}`
  while (!(await answers(address + options.readyPath, isReady))) {
    if (child.exitCode !== null || Date.now() > endsAt) {
      await close()
      throw new AppStartError(child.exitCode, output)
    }
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  return { origin, address, processId: child.pid ?? 0, output: () => output, close }
}

const answers = (url: string, isReady: (answer: Response) => boolean): Promise<boolean> =>
  fetch(url).then(isReady, () => false)

/** For a server whose pages answer without a session or an app behind it, with a redirect or a refusal. */
export const answersAtAll = ({ status }: Response): boolean => status < 500

/**
 * Returns the log lines of an app so far.
 *
 * @param event - the beginning of their events. @default every event
 */
export const logOf = (app: App, event = ''): Record<string, unknown>[] =>
  app
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && (event === '' || line.includes(`"event":"${event}`)))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** Returns the few variables of this process that a program of a test gets. */
export function systemVariables(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env
  return { PATH, HOME, TMPDIR } as unknown as NodeJS.ProcessEnv
}

/** Returns every variable of the app, empty, so that a developer's `.env.local` does not affect a test. */
export function noVariables(): Record<string, string> {
  const example = readFileSync(join(projectFolder, '.env.example'), 'utf8')
  return Object.fromEntries([...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => [name, '']))
}
