import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { StandIn } from '../stand-in/start'

/** Starts the stand-in in a separate process, so that it does not slow down a process that measures the app. */
export async function startStandInProcess(connectUrl: string): Promise<StandIn> {
  const script = fileURLToPath(new URL('stand-in-main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, connectUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const first = await Promise.race([line, exited.then(() => null)])
  if (!first) throw new Error('the stand-in did not start')
  return {
    ...(JSON.parse(first[0]) as Omit<StandIn, 'close'>),
    close: async () => {
      child.stdin.end()
      await exited
    },
  }
}
