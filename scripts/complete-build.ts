import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleCommands } from './bundle-commands'

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))

/** What the server reads as it runs, and Next leaves out of its standalone output. */
const servedFolders = [join('.next', 'static'), 'public', 'skin']

/**
 * Without a listener, a second line in a row for a full disk, or for a reader that has gone, ends the process. Next writes
 * three before it loads any module of this app.
 */
const outputErrorListeners = "for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})\n"

/**
 * Makes the standalone output of the last build complete, so that `.next/standalone` is all that a server needs.
 * Next also copies `.env.production` there, which belongs to one deployment and not to the build: it is removed.
 */
export function completeBuild(folder: string): void {
  const output = join(folder, '.next', 'standalone')
  // Platforms that run Next themselves have none.
  if (!existsSync(output)) return
  // Next repeats the path from where the packages are, which is this folder but for the bare app.
  const standalone = join(output, relative(projectFolder, folder))
  for (const served of servedFolders) {
    if (existsSync(join(folder, served))) cpSync(join(folder, served), join(standalone, served), { recursive: true })
  }
  const server = join(standalone, 'server.js')
  writeFileSync(server, outputErrorListeners + readFileSync(server, 'utf8'))
  for (const name of readdirSync(standalone)) if (name.startsWith('.env')) rmSync(join(standalone, name))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  completeBuild(process.cwd())
  await bundleCommands(process.cwd())
}
