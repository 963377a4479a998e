import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleCommands } from './bundle-commands'

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))

/** What Next leaves out of its standalone output. */
const added = [join('.next', 'static'), 'public', 'skin', '.env.example']

/** Without a listener, the second write to a full disk or a closed pipe ends the process, and Next writes three lines. */
const outputErrorListeners = "for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})\n"

/** Next would listen on 3000 in silence if it cannot read PORT, as in `tcp://10.0.0.1:3000` of Kubernetes. */
const portCheck = `if (process.env.PORT && !(/^\\d+$/.test(process.env.PORT) && process.env.PORT > 0 && process.env.PORT < 65536)) {
  console.error('PORT is not a port: expected a whole number from 1 to 65535, or nothing for 3000.')
  process.exit(1)
}
`

/** Next listens before the guard (lib/process/guard.ts) is there, and would answer the first connections unguarded. */
const waitForGuard = `import { subscribe, unsubscribe } from 'node:diagnostics_channel'
const early = []
const hold = ({ socket }) => {
  early.push(socket)
  // Node begins to read in the next tick.
  process.nextTick(() => socket.pause())
}
subscribe('net.server.socket', hold)
subscribe('subnet-connect.guarded', () => {
  unsubscribe('net.server.socket', hold)
  for (const socket of early.splice(0)) socket.resume()
})
`

/** Makes `.next/standalone` all that a server needs. Its `.env` files go, because they belong to one deployment. */
export function completeBuild(folder: string): void {
  const output = join(folder, '.next', 'standalone')
  // Platforms that run Next themselves have no standalone output.
  if (!existsSync(output)) return
  // Next repeats the path from the folder with the packages. That is this folder, except for the bare app.
  const standalone = join(output, relative(projectFolder, folder))
  for (const name of readdirSync(standalone)) if (name.startsWith('.env')) rmSync(join(standalone, name))
  for (const name of added) {
    const source = join(folder, name)
    // A copied link would lead out of the output, to a place that the server does not have.
    if (existsSync(source)) cpSync(source, join(standalone, name), { recursive: true, dereference: true })
  }
  const server = join(standalone, 'server.js')
  const guarded = standalone === output ? waitForGuard : ''
  writeFileSync(server, outputErrorListeners + portCheck + guarded + readFileSync(server, 'utf8'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  completeBuild(process.cwd())
  await bundleCommands(process.cwd())
}
