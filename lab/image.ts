import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { filesLeftOut, gitFiles, stagesIn, variablesIn } from '../e2e/harness/dockerfile'
import { installPackages } from './debian-packages'

/*
 * Runs the first stage of `Dockerfile` without a container engine. Its steps run in an empty folder with the files that
 * `.dockerignore` allows, as a user who may write nowhere else. e2e/server/container.spec.ts tests the last stage.
 * Also lets Compose read compose.yaml, which needs no container engine either.
 */

const [build = []] = stagesIn('Dockerfile')
const userId = 65_534
const asRoot = process.getuid?.() === 0
const folder = mkdtempSync(join(tmpdir(), 'image-build-'))
const context = mkdtempSync(join(tmpdir(), 'image-context-'))

try {
  const leftOut = new Set(filesLeftOut())
  const files = gitFiles('--cached', '--others', '--exclude-standard')
  for (const path of files.filter((path) => !leftOut.has(path))) copy('.', path, context)
  for (const { name, words } of build) {
    if (name === 'COPY') {
      for (const path of words === '. .' ? readdirSync(context) : words.split(' ').slice(0, -1)) {
        copy(context, path, folder)
      }
    }
    if (name === 'RUN') run(words)
  }
  if (!existsSync(join(folder, '.next', 'standalone', 'server.js'))) throw new Error('The steps made no server.')
  console.log('The first stage runs.')
  installPackages(['docker-compose'])
  copy('.', 'compose.yaml', context)
  writeFileSync(join(context, '.env.local'), '')
  execFileSync('docker-compose', ['config', '--quiet'], { cwd: context, stdio: 'inherit' })
  console.log('Compose reads compose.yaml.')
} finally {
  for (const used of [context, folder]) rmSync(used, { recursive: true })
}

function run(step: string): void {
  console.log(`RUN ${step}`)
  const startedAt = Date.now()
  if (asRoot) execFileSync('chown', ['-R', String(userId), folder])
  // The variables of npm and of this project must not reach the step.
  const variables = Object.entries({ PATH: process.env['PATH'] ?? '', HOME: folder, ...variablesIn(build) })
  execFileSync('env', ['-i', ...variables.map((pair) => pair.join('=')), 'sh', '-c', step], {
    cwd: folder,
    stdio: 'inherit',
    ...(asRoot ? { uid: userId, gid: userId } : {}),
  })
  console.log(`    ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

function copy(from: string, path: string, to: string): void {
  mkdirSync(dirname(join(to, path)), { recursive: true })
  cpSync(join(from, path), join(to, path), { recursive: true, verbatimSymlinks: true })
}
