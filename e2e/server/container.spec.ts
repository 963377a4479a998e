import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import getPort from 'get-port'
import { parse } from 'yaml'
import { z } from 'zod'
import { startProgram, standaloneFolder, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { filesLeftOut, gitFiles, stagesIn, variablesIn, wordsOf } from '../harness/dockerfile'
import { addressesOfMachine } from '../harness/machine'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { arrive, expectBackAtService, plainBrowserAt, typeAndConnect } from '../steps'

/*
 * The image without a container engine: the steps of the last stage of `Dockerfile`, in an empty folder. The earlier
 * steps, `npm ci` and `npm run build`, have run before this test.
 */

const [build = [], image = [], ...others] = stagesIn('Dockerfile')
const composeFile = z.object({
  'x-app': z.object({ healthcheck: z.object({ test: z.string() }) }),
  services: z.record(z.string(), z.object({ build: z.string().optional(), volumes: z.array(z.string()).default([]) })),
})
const compose = composeFile.parse(parse(readFileSync('compose.yaml', 'utf8'), { merge: true }))

const wordsIn = (json: string) => JSON.parse(json) as string[]

/** Only root can start a program as another user. Elsewhere the image runs as the user of the tests. */
const isRoot = process.getuid?.() === 0
/** No other user of this machine has this ID, so each file with it is from the app. */
const userId = '61234'

test('the Dockerfile has two stages, and uses nothing that only BuildKit supports', () => {
  expect(others).toEqual([])
  expect(wordsOf(build, 'RUN')).toEqual(['npm ci', 'npm run build'])
  // Builders without BuildKit do not support these.
  expect(readFileSync('Dockerfile', 'utf8')).not.toMatch(/--mount|--platform|BUILDPLATFORM|^# syntax/m)
})

test('compose.yaml builds the image once, and mounts folders, because an editor replaces a mounted file', () => {
  const { services } = compose
  expect(Object.values(services).filter(({ build }) => build !== undefined)).toHaveLength(1)
  const mounted = Object.values(services).flatMap(({ volumes }) => volumes)
  expect(mounted).toContain('./nginx:/etc/nginx/conf.d:ro')
  expect(mounted.filter((volume) => /\.[a-z]+(:ro)?$/.test(volume.replace('conf.d', '')))).toEqual([])
  // A new version replaces the files of the repository.
  const folders = mounted.map((volume) => volume.split(':')[0] ?? '').filter((folder) => folder.startsWith('./'))
  expect(gitFiles(...folders)).toEqual([''])
})

test('.dockerignore excludes a file only when the build does not read it', () => {
  expect(filesLeftOut().filter((path) => !path.startsWith('docs/images/'))).toEqual(['Dockerfile', 'compose.yaml'])
  for (const words of wordsOf(build, 'COPY')) {
    for (const path of words.split(' ').slice(0, -1)) expect(existsSync(path), path).toBe(true)
  }
})

test.describe('the image', () => {
  let folder: string
  let app: App
  let variables: Record<string, string>

  test.beforeAll(async ({ standIn }) => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'image-')))
    chmodSync(folder, 0o755)
    const [copy, ...more] = wordsOf(image, 'COPY')
    expect([copy, more]).toEqual(['--from=build /app/.next/standalone ./', []])
    // Like COPY, this keeps relative links. Otherwise they would lead into the checkout.
    cpSync(standaloneFolder, folder, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a-w,a+rX', folder])
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
    const exitCode = await app.close()
    execFileSync('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true })
    expect(exitCode).toBe(0)
    // The app has written nothing to the writable folders. Other tests create and delete files there meanwhile.
    const places = ['/tmp', '/var/tmp', '/dev/shm']
    const written = spawnSync('find', [...places, '-xdev', '-ignore_readdir_race', '-uid', userId])
    expect(written.stdout.toString()).toBe('')
  })

  test('needs no file outside of its folder', () => {
    const links = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isSymbolicLink())
    const targets = links.map((link) => realpathSync(join(link.parentPath, link.name)))
    expect(targets.filter((target) => !target.startsWith(folder + sep))).toEqual([])
    // Bundled packages need no link, but some packages are not bundled.
    expect(targets).toContain(join(folder, 'node_modules', 'pino'))
  })

  test('serves a whole connect when it may not write to its folder', async ({ control }) => {
    await control.set({ connectUrl: `${app.origin}/connect` })
    const browser = await plainBrowserAt(app)
    await arrive(browser, control)
    await typeAndConnect(browser)
    await expectBackAtService(browser)
    expect(app.output()).not.toMatch(/EROFS|EACCES|EPERM/)
  })

  /* The demo login accepts every name without a password, and the server of the image listens on every IP address. */
  test('serves the demo login only on loopback', async () => {
    const statusAt = async (host: string, path = '/signin') => {
      const { status, body } = await new Visitor(app.origin, () => app.origin.replace('localhost', host)).send(path)
      return [status, body.includes('DEMO_LOGIN')]
    }
    for (const host of ['127.0.0.1', 'localhost', '127.0.0.2']) expect(await statusAt(host), host).toEqual([200, false])
    for (const host of addressesOfMachine()) {
      for (const path of ['/signin', '/api/auth/csrf', '/favicon.ico']) {
        expect(await statusAt(host, path), host + path).toEqual([403, true])
      }
    }
  })

  test('passes its health check and that of compose.yaml, which fail when no server answers', async () => {
    const [check = ''] = wordsOf(image, 'HEALTHCHECK')
    const [file = '', ...args] = wordsIn(check.slice(check.indexOf('CMD ') + 4))
    const { test: line } = compose['x-app'].healthcheck
    const exitCodesAt = (port: string) => [
      spawnSync(file, args, { env: { ...process.env, PORT: port } }).status,
      spawnSync('sh', ['-c', line.replace('3000', port)]).status,
    ]
    expect(exitCodesAt(variables['PORT'] ?? '')).toEqual([0, 0])
    expect(exitCodesAt(String(await getPort()))).toEqual([1, 1])
  })
})

/**
 * Returns the command that runs a program as another user with a read-only file system, as far as the machine allows it.
 */
function asAnotherUser(): string[] {
  if (!isRoot) {
    print('The image runs as the user of the tests, because only root can start a program as another user.')
    return []
  }
  const user = ['setpriv', '--reuid', userId, '--regid', userId, '--clear-groups']
  const readOnly = ['unshare', '--mount', 'sh', '-c', 'mount -o remount,ro,bind / && exec "$@"', 'sh']
  if (spawnSync('unshare', [...readOnly.slice(1), 'true']).status === 0) return [...readOnly, ...user]
  print('The image runs without a read-only file system, because this machine does not let the tests mount one.')
  return user
}

/** Reports in the output of the run that this machine cannot test a part. */
const print = (text: string) => process.stdout.write(`${text}\n`)

test('the traces of the build for pages, the proxy and the start have each file of the skin', () => {
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
