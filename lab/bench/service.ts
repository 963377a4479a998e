import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Starts the service of the bench in a separate process. */
export async function startService(): Promise<{ url: string; close: () => Promise<void> }> {
  const script = fileURLToPath(new URL('service-main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    url,
    close: async () => {
      child.stdin.end()
      await exited
    },
  }
}
