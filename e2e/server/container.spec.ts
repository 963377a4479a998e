import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import getPort from 'get-port'
import { startProgram, standaloneFolder, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { filesLeftOut, gitFiles, stagesIn, variablesIn, wordsOf } from '../harness/dockerfile'
import { expect, test } from '../fixtures'
import * as plain from '../plain-steps'

/*
 * The image without a container engine: the steps of the last stage of `Dockerfile`, in an empty folder. The steps before
 * it, `npm ci` and `npm run build`, are those that came before this test, and `npm run lab -- image` runs them as they are.
 */

const [build = [], image = [], ...others] = stagesIn('Dockerfile')
const wordsIn = (json: string) => JSON.parse(json) as string[]

/** Nobody else on this machine has it, so that a file of it was written by the app. */
const userId = '61234'

test('the Dockerfile builds when the builder has no BuildKit', () => {
  expect(others).toEqual([])
  expect(wordsOf(build, 'RUN')).toEqual(['npm ci', 'npm run build'])
  // Builders without BuildKit know neither.
  expect(readFileSync('Dockerfile', 'utf8')).not.toMatch(/--mount|--platform|BUILDPLATFORM|^# syntax/m)
})

test('.dockerignore leaves out a file only when the build does not read it', () => {
  expect(filesLeftOut().filter((path) => !path.startsWith('docs/images/'))).toEqual(['Dockerfile', 'compose.yaml'])
  for (const words of wordsOf(build, 'COPY')) {
    for (const path of words.split(' ').slice(0, -1)) expect(existsSync(path), path).toBe(true)
  }
})

test.describe('the image', () => {
  test.skip(process.getuid?.() !== 0, 'only root can start it as another user')
  // One worker starts it, not each.
  test.describe.configure({ mode: 'default' })
  let folder: string
  let app: App | undefined
  let variables: Record<string, string>

  test.beforeAll(async ({ standIn }) => {
    folder = mkdtempSync(join(tmpdir(), 'image-'))
    chmodSync(folder, 0o755)
    const [copy, ...more] = wordsOf(image, 'COPY')
    expect([copy, more]).toEqual(['--from=build /app/.next/standalone ./', []])
    cpSync(standaloneFolder, folder, { recursive: true })
    execFileSync('chmod', ['-R', 'go-w,a+rX', folder])
    expect(wordsOf(image, 'USER')).toEqual(['node'])
    const port = await getPort()
    variables = { ...appVariables({ standIn, port }), ...variablesIn(image), HOME: '/', PORT: String(port) }
    app = await startProgram({
      program: [...asAnotherUser(), ...wordsIn(wordsOf(image, 'CMD')[0] ?? '[]')],
      cwd: folder,
      port,
      readyPath: '/api/ready',
      variables,
    })
  })
  test.afterAll(async () => {
    const exitCode = await app?.close()
    rmSync(folder, { recursive: true })
    expect(exitCode).toBe(0)
    // Where the file system could be written, nothing was. Other tests make and delete files meanwhile.
    const places = ['/tmp', '/var/tmp', '/dev/shm']
    expect(spawnSync('find', [...places, '-xdev', '-ignore_readdir_race', '-uid', userId]).stdout.toString()).toBe('')
  })

  test('serves a whole connect as another user when only root may write', async ({ control }) => {
    if (!app) throw new Error('It was started above.')
    await control.set({ connectUrl: `${app.origin}/connect` })
    const browser = await plain.plainBrowserAt(app)
    await plain.arrive(browser, control)
    await plain.typeAndConnect(browser)
    plain.expectBackAtService(browser)
    expect(app.output()).not.toMatch(/EROFS|EACCES|EPERM/)
  })

  test('is healthy by its own health check, and not when nothing serves', async () => {
    const [check = ''] = wordsOf(image, 'HEALTHCHECK')
    const [file = '', ...args] = wordsIn(check.slice(check.indexOf('CMD ') + 4))
    const exitCodeAt = (port: string) => spawnSync(file, args, { env: { ...process.env, PORT: port } }).status
    expect(exitCodeAt(variables['PORT'] ?? '')).toBe(0)
    expect(exitCodeAt(String(await getPort()))).toBe(1)
  })
})

/** The words that run a program as another user. Where the machine allows it, the file system is read-only for it. */
function asAnotherUser(): string[] {
  const user = ['setpriv', '--reuid', userId, '--regid', userId, '--clear-groups']
  const readOnly = ['unshare', '--mount', 'sh', '-c', 'mount -o remount,ro,bind / && exec "$@"', 'sh']
  if (spawnSync('unshare', [...readOnly.slice(1), 'true']).status === 0) return [...readOnly, ...user]
  say('The image is tried without a read-only file system: this machine does not let the tests mount one.')
  return user
}

/** Shown in the run, since something is not tried. */
const say = (text: string) => process.stdout.write(`${text}\n`)

test('the trace of the build has each file of the skin when it is of a page, the proxy or the start', () => {
  const skin = resolve('skin')
  const files = gitFiles('skin')
  expect(files).toContain('skin/brand.json')
  const traces = readdirSync('.next/server', { recursive: true, encoding: 'utf8' })
  const entries = traces.flatMap(
    (file) => /^(app\/(?!_global-error).*page|middleware|instrumentation)\.js\.nft\.json$/.exec(file)?.[1] ?? [],
  )
  expect(entries.length).toBeGreaterThan(20)
  for (const entry of entries) {
    const trace = resolve('.next', 'server', `${entry}.js.nft.json`)
    const traced = (JSON.parse(readFileSync(trace, 'utf8')) as { files: string[] }).files
    const inSkin = traced.map((file) => resolve(trace, '..', file)).filter((file) => file.startsWith(`${skin}/`))
    expect(inSkin.map((file) => relative('.', file)).toSorted(), entry).toEqual(files.toSorted())
  }
})
