import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { StandIn } from '../stand-in/start'

interface ServerProcess {
  /** The line that it has printed at its start. */
  line: string
  close: () => Promise<void>
}

/** Starts a server of TypeScript in a separate process, with `serve`, so that it does not slow down what is measured. */
export async function startServerProcess(script: string, ...args: string[]): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const printed = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const first = await Promise.race([printed, exited.then(() => null)])
  if (!first) throw new Error(`${script} did not start`)
  return {
    line: first[0],
    close: async () => {
      child.stdin.end()
      await exited
    },
  }
}

/** In the process of the server: prints the line, and ends with the parent process or its `close`. */
export function serve(line: string, close: () => Promise<void>): void {
  process.stdout.write(`${line}\n`)
  process.stdin.resume().once('end', () => void close().then(() => process.exit(0)))
}

const thisFile = fileURLToPath(import.meta.url)

/** Starts the stand-in in a separate process, which runs this file. */
export async function startStandInProcess(connectUrl: string): Promise<StandIn> {
  const { line, close } = await startServerProcess(thisFile, connectUrl)
  return { ...(JSON.parse(line) as Omit<StandIn, 'close'>), close }
}

if (process.argv[1] === thisFile) {
  const { startStandIn } = await import('../stand-in/start')
  const standIn = await startStandIn({ connectUrl: process.argv[2] ?? '' })
  // JSON omits the function `close`.
  serve(JSON.stringify(standIn), () => standIn.close())
}
