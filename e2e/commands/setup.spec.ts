import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import getPort from 'get-port'
import { bundleCommand } from '../../scripts/bundle-commands'
import { expect, test } from '../fixtures'
import { startApp } from '../harness/app'
import { serviceVariables } from '../harness/app-variables'
import { runScript } from '../harness/command'
import { keys, startAtTerminal, type PseudoTerminal } from '../harness/pseudo-terminal'
import { arrive, expectBackAtService, plainBrowserAt, typeAndConnect } from '../steps'
import type { StandIn } from '../stand-in/start'

/*
 * `npm run setup`, at a pseudo-terminal and without one, and `npm run stand-in`, which prints its values. One test of each
 * runs the command itself. Everything else runs a bundle of the same source, which starts in a quarter of the time.
 */

let bundleFolder: string
let folder: string
let file: string

test.beforeAll(async () => {
  bundleFolder = mkdtempSync(join(tmpdir(), 'setup-bundle-'))
  for (const name of ['setup', 'stand-in'])
    await bundleCommand(process.cwd(), name, join(bundleFolder, 'scripts'), true)
  // The script expects it next to its folder.
  copyFileSync('.env.example', join(bundleFolder, '.env.example'))
})
test.afterAll(() => rmSync(bundleFolder, { recursive: true }))
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'setup-'))
  file = join(folder, '.env.local')
})
test.afterEach(() => rmSync(folder, { recursive: true }))

test.describe('at a terminal', () => {
  test('setup writes a file with which a user can connect', async ({ standIn, control }) => {
    const port = await getPort()
    const origin = `http://localhost:${port}`
    const terminal = startAtTerminal(
      [process.execPath, '--conditions=react-server', '--import', 'tsx', 'scripts/setup.ts', '--file', file],
      { folder: process.cwd() },
    )
    const answer = answering(terminal)
    await answer('SERVICE_BASE_URL', standIn.baseUrl)
    await answer('SUBNET_ID', 'too-short')
    await terminal.waitFor('SUBNET_ID is not a ULID')
    terminal.type(keys.backspace.repeat('too-short'.length) + standIn.subnetId + keys.enter)
    await answer('SERVICE_API_KEY', `${standIn.apiKey}x`)
    await answer('SERVICE_ENVIRONMENT', 'staging')
    await answer('SERVICE_PROFILE_URL', standIn.profileUrl)
    await answer('NEXTAUTH_URL', origin)
    // The demo login is the last choice.
    await answer('How do your users sign in?', keys.down.repeat(6))
    await terminal.waitFor('Key not accepted (401)')
    await answer('Enter the values again?')
    await answer('SERVICE_BASE_URL')
    await answer('SUBNET_ID')
    await answer('SERVICE_API_KEY', standIn.apiKey)
    for (const name of ['SERVICE_ENVIRONMENT', 'SERVICE_PROFILE_URL', 'NEXTAUTH_URL']) await answer(name)
    await answer('How do your users sign in?')
    await terminal.waitFor('new     SERVICE_API_KEY')
    await answer('Write ')
    await terminal.waitFor(`Register ${origin}/connect as the connect URL`)
    await terminal.waitFor('need only a restart')
    expect(await terminal.ended()).toBe(0)

    const written = readFileSync(file, 'utf8')
    const variables = parseEnv(written) as Record<string, string>
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(written).toContain('# Your subnet')
    expect(variables).toMatchObject({ SERVICE_API_KEY: standIn.apiKey, NEXTAUTH_URL: origin, DEMO_LOGIN: '1' })
    const secrets = ['NEXTAUTH_SECRET', 'HOLD_PASSWORD', 'SUBNET_USER_ID_KEY', 'METRICS_TOKEN']
    expect(new Set(secrets.map((name) => variables[name])).size).toBe(secrets.length)
    for (const name of ['SERVICE_API_KEY', ...secrets]) expect(terminal.shown()).not.toContain(variables[name])

    const app = await startApp({ port, variables })
    try {
      await control.set({ connectUrl: `${origin}/connect` })
      const browser = await plainBrowserAt(app)
      await arrive(browser, control)
      await typeAndConnect(browser)
      await expectBackAtService(browser)
    } finally {
      await app.close()
    }
    expect((await control.received('confirm')).at(-1)?.status).toBe(200)
  })

  test('setup leaves the file unchanged when the user presses Ctrl-C', async ({ standIn }) => {
    writeFileSync(file, 'LOG_LEVEL=debug\n', { mode: 0o600 })
    const terminal = startSetup()
    const answer = answering(terminal)
    await answer('SERVICE_BASE_URL', standIn.baseUrl)
    await terminal.waitFor('SUBNET_ID')
    terminal.type(keys.ctrlC)
    await terminal.waitFor('Nothing was written.')
    expect(await terminal.ended()).toBe(130)
    expect(readFileSync(file, 'utf8')).toBe('LOG_LEVEL=debug\n')
  })
})

test.describe('without a terminal', () => {
  test('setup keeps the values of the file, and writes nothing without --yes', async ({ standIn }) => {
    const original = `${asText(rightValues(standIn))}DEMO_LOGIN=1\nHOLD_PASSWORD=canary-password-of-32-characters-or-more\nOWN=kept # mine\n`
    writeFileSync(file, original)
    const asked = await setup(['--set', 'LOG_LEVEL=debug', '--set', 'SUBNET_USER_ID=plain'])
    expect(asked.exitCode).toBe(3)
    for (const name of ['NEXTAUTH_SECRET', 'LOG_LEVEL', 'SUBNET_USER_ID'])
      expect(asked.output).toContain(`new     ${name}\n`)
    expect(asked.output).not.toContain('HOLD_PASSWORD')
    expect(readFileSync(file, 'utf8')).toBe(original)

    const agreed = await setup(['--set', 'LOG_LEVEL=debug', '--set', 'SUBNET_USER_ID=plain', '--yes'])
    expect(agreed.exitCode).toBe(0)
    const written = readFileSync(file, 'utf8')
    expect(written.startsWith(original)).toBe(true)
    expect(parseEnv(written)).toMatchObject({ LOG_LEVEL: 'debug', SUBNET_USER_ID: 'plain' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('setup writes a complete file from a flag and variables, and a refused key only with --no-check', async ({
    standIn,
  }) => {
    const right = { ...rightValues(standIn), LOGIN_PROVIDER: 'github', LOGIN_CLIENT_SECRET: 'canary-secret' }
    const wrong = { ...right, SERVICE_API_KEY: `${standIn.apiKey}x`, LOGIN_CLIENT_ID: 'id' }
    const refused = await setup(['--from-env', '--yes'], wrong)
    expect(refused.exitCode).toBe(1)
    expect(refused.errors).toContain('Key not accepted (401)')
    for (const secret of [standIn.apiKey, 'canary-secret'])
      expect(refused.errors + refused.output).not.toContain(secret)
    expect(existsSync(file)).toBe(false)

    const made = await setup(['--from-env', '--set', 'LOGIN_CLIENT_ID=id', '--yes'], right)
    expect(made).toMatchObject({ exitCode: 0, errors: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(made.output).toContain('/api/auth/callback/github as the redirect URL at github')
    for (const secret of [standIn.apiKey, 'canary-secret']) expect(made.output).not.toContain(secret)
    const written = readFileSync(file, 'utf8')
    expect(parseEnv(written)).toMatchObject(right)
    const again = await setup(['--yes'])
    expect(again.exitCode).toBe(0)
    expect(again.output).toMatch(/is right already\. Nothing was written\.\n$/)
    expect(readFileSync(file, 'utf8')).toBe(written)

    expect((await setup(['--from-env', '--yes', '--no-check'], wrong)).exitCode).toBe(0)
    expect(parseEnv(readFileSync(file, 'utf8'))).toMatchObject(wrong)

    const unwritable = await setup(['--from-env', '--yes', '--no-check'], { LOGIN_CLIENT_SECRET: 'canary$1' })
    expect(unwritable.exitCode).toBe(1)
    expect(unwritable.errors).toContain('LOGIN_CLIENT_SECRET has a character that programs read differently')
    expect(unwritable.errors).not.toContain('canary')
    const byHand = readFileSync(file, 'utf8').replace(/^(LOGIN_CLIENT_SECRET=).*$/m, String.raw`$1'canary\$$2'`)
    writeFileSync(file, byHand)
    for (const result of ['Written.', 'is right already']) {
      const { exitCode, output } = await setup(['--set', 'CONSOLE_USERS=ada@example.com', '--yes', '--no-check'])
      expect(exitCode).toBe(0)
      for (const text of [result, `lines differently: LOGIN_CLIENT_SECRET in ${file}.`]) expect(output).toContain(text)
      expect(output).not.toContain('canary')
    }
    expect(readFileSync(file, 'utf8')).toContain(String.raw`LOGIN_CLIENT_SECRET='canary\$2'`)
  })

  test('npm run stand-in prints the values with which setup writes a file, at each start the same', async () => {
    const port = String(await getPort())
    const start = async (script: string[], args: string[]) => {
      const child = spawn(process.execPath, [...script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      await expect.poll(() => output, { timeout: 20_000 }).toContain('What happens:')
      const lines = output.matchAll(/^([A-Z_]+)=(.*)$/gm)
      return { child, printed: Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value])) }
    }
    const [{ child, printed }, another] = await Promise.all([
      start(['--import', 'tsx', 'scripts/stand-in.ts'], ['--port', port]),
      start([script('stand-in')], ['--port', '0']),
    ])
    const exits = [child, another.child].map((program) => once(program, 'exit'))
    try {
      expect(printed).toMatchObject({ SERVICE_ENVIRONMENT: 'staging', SUBNET_ID: expect.stringMatching(/^\w{26}$/) })
      const { SUBNET_ID, SERVICE_API_KEY } = printed
      expect(another.printed).toMatchObject({ SUBNET_ID, SERVICE_API_KEY })

      const flags = ['--from-env', '--set', 'NEXTAUTH_URL=http://localhost:3000', '--set', 'DEMO_LOGIN=1', '--yes']
      const refusals = {
        [`Port ${port} is taken`]: ['--port', port],
        '--port is not a port': ['--port', 'x'],
        'connect URL: must be https': ['http://connect.example/connect'],
      }
      const [written, ...refused] = await Promise.all([
        setup(flags, printed),
        ...Object.values(refusals).map((args) => runScript(script('stand-in'), args)),
      ])
      expect(written).toMatchObject({ exitCode: 0, errors: '' })
      expect(refused.map(({ exitCode, errors }) => [exitCode, errors])).toEqual(
        Object.keys(refusals).map((problem) => [2, expect.stringContaining(problem)]),
      )
    } finally {
      child.kill('SIGINT')
      another.child.kill('SIGTERM')
    }
    expect(await Promise.all(exits)).toEqual([
      [0, null],
      [0, null],
    ])
  })

  test("flags replace the file's login with another one, but not with two", async ({ standIn }) => {
    const present = asText({
      ...rightValues(standIn),
      LOGIN_URL: `${standIn.origin}/login`,
      LOGIN_SECRET: 'canary'.repeat(6),
      DEMO_LOGIN: '1',
    })
    writeFileSync(file, present)
    const github = { LOGIN_PROVIDER: 'github', LOGIN_CLIENT_ID: 'id', LOGIN_CLIENT_SECRET: 'canary' }
    const flags = Object.entries(github).flatMap(([name, value]) => ['--set', `${name}=${value}`])
    const both = await setup([...flags, '--set', 'OIDC_ISSUER=https://login.example', '--yes', '--no-check'])
    expect(both.exitCode).toBe(1)
    expect(both.errors).toContain('LOGIN_PROVIDER is a second login beside OIDC_ISSUER')
    expect(readFileSync(file, 'utf8')).toBe(present)

    const changed = await setup([...flags, '--yes'])
    expect(changed).toMatchObject({ exitCode: 0, errors: '' })
    expect(changed.output).toContain('empty   LOGIN_URL\n')
    expect(changed.output).toContain('each user becomes a new user to the service')
    expect(changed.output).not.toContain('canary')
    const written = parseEnv(readFileSync(file, 'utf8'))
    expect(written).toMatchObject({ ...github, LOGIN_URL: '', LOGIN_SECRET: '', DEMO_LOGIN: '' })
  })

  test('setup names all missing and invalid values or flags, and writes nothing', async () => {
    const given = ['SUBNET_ID=short', 'SUBNET_ID', 'NO_SUCH_VARIABLE=1']
    const [values, ...flags] = await Promise.all(given.map((each) => setup(['--set', each, '--yes'])))
    expect(values).toMatchObject({ exitCode: 1, errors: expect.stringContaining('SUBNET_ID is not a ULID') })
    expect(values?.errors).toContain('SERVICE_API_KEY is missing')
    const usage = { exitCode: 2, errors: expect.stringContaining('Exit code: 0 if the file is written') }
    expect(flags).toMatchObject([usage, usage])
    expect(existsSync(file)).toBe(false)
  })

  test('setup writes nothing when the app would read other values, and names the places that npm start prefers', async ({
    standIn,
  }) => {
    const values = asText({ ...rightValues(standIn), DEMO_LOGIN: '1' })
    const newKey = ['--set', 'SERVICE_API_KEY=new', '--yes', '--no-check']
    // The lines after the first one of a value would become variables.
    const lines = `${values}SERVICE_API_KEY="canary\nOIDC_ISSUER=https://login.example"\n`
    for (const [contents, exitCode, problem] of [
      [Buffer.from(lines), 1, 'another value of OIDC_ISSUER: correct its lines'],
      [Buffer.from(values, 'utf16le'), 2, `${file} is not plain UTF-8: save it as UTF-8`],
    ] as const) {
      writeFileSync(file, contents)
      const refused = await setup(newKey)
      expect(refused).toMatchObject({ exitCode, errors: expect.stringContaining(problem) })
      expect(refused.errors).not.toContain('canary')
      expect(readFileSync(file)).toEqual(contents)
    }
    writeFileSync(file, values)
    const first = join(folder, '.env.production.local')
    writeFileSync(first, 'SERVICE_API_KEY=canary\nSUBNET_ID=\nNEXTAUTH_URL=http://localhost:3000\n')
    for (const result of ['Written.', 'is right already']) {
      const { output } = await setup(newKey, { SERVICE_API_KEY: 'canary' })
      expect(output).toContain(result)
      expect(output).toContain('This shell has other values of SERVICE_API_KEY, which npm start prefers.')
      expect(output).toContain(`${first} has other values of SUBNET_ID, SERVICE_API_KEY, which npm start prefers.`)
      expect(output).not.toContain('canary')
    }
    const { output } = await setup(['--file', join(folder, 'other.env'), '--from-env', '--yes', '--no-check'], {
      ...rightValues(standIn),
      DEMO_LOGIN: '1',
    })
    expect(output).toContain('Written.')
    expect(output).not.toContain('npm start prefers')
  })

  test('setup writes nothing, and skin:check ends without a stack, when their output cannot be written', async ({
    standIn,
  }) => {
    const values = asText({ ...rightValues(standIn), DEMO_LOGIN: '1' })
    writeFileSync(file, values)
    const full = openSync('/dev/full', 'w')
    const commands = [
      [script('setup'), '--file', file, '--yes', '--no-check'],
      ['--conditions=react-server', '--import', 'tsx', 'scripts/skin-check.ts'],
    ]
    const ended = commands.flatMap((command) =>
      ([full, 'pipe'] as const).map(async (stdout) => {
        const child = spawn(process.execPath, command, { stdio: ['ignore', stdout, 'pipe'] })
        child.stdout?.destroy()
        let errors = ''
        child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text))
        return [...(await once(child, 'close')), errors]
      }),
    )
    const expected = [
      [1, null, expect.stringMatching(/^ENOSPC.*\n$/)],
      [141, null, ''],
    ]
    expect(await Promise.all(ended)).toEqual([...expected, ...expected])
    closeSync(full)
    expect(readFileSync(file, 'utf8')).toBe(values)
  })
})

const rightValues = (standIn: StandIn) => serviceVariables({ standIn, port: 3000 })

const asText = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** Returns a function that waits for a question, and types an answer or keeps the default. */
const answering =
  (terminal: PseudoTerminal) =>
  async (question: string, typed = ''): Promise<void> => {
    await terminal.waitFor(question)
    terminal.type(typed + keys.enter)
  }

const script = (name: 'setup' | 'stand-in') => join(bundleFolder, 'scripts', `${name}.mjs`)

/** Starts setup at a terminal. */
const startSetup = () => startAtTerminal([process.execPath, script('setup'), '--file', file], { folder: process.cwd() })

/** Runs setup without a terminal. */
const setup = (flags: string[], variables: Record<string, string> = {}) =>
  runScript(script('setup'), ['--file', file, ...flags], { variables })
