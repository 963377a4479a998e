import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const startTimeoutMs = 30_000

export interface ServerProcess {
  output: () => string
  /** Ends the program, and deletes its folder. */
  close: () => Promise<void>
}

/**
 * Starts a program, and waits until it answers.
 *
 * @param command - the path of the program and its arguments.
 * @param at - the folder of this run, a URL that the program answers, and its variables.
 * @throws Error with its log if it does not answer.
 */
export async function startServer(
  [program, ...args]: readonly [string, ...string[]],
  at: { folder: string; url: string; variables?: Record<string, string> },
): Promise<ServerProcess> {
  const env = { ...process.env, LANG: 'C.UTF-8', ...at.variables }
  const child = spawn(program, args, { cwd: at.folder, stdio: ['ignore', 'pipe', 'pipe'], env })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const close = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(at.folder, { recursive: true })
  }
  const endsAt = Date.now() + startTimeoutMs
  while (!(await answers(at.url))) {
    if (child.exitCode !== null || Date.now() > endsAt) {
      await close()
      throw new Error(`${program} did not start.\n${output}`)
    }
    await sleep(50)
  }
  return { output: () => output, close }
}

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )
