import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseEnv } from 'node:util'
import { build } from 'esbuild'
import getPort from 'get-port'
import { expect, test } from './fixtures'
import { startApp } from './harness/app'
import { keys, startAtTerminal } from './harness/pseudo-terminal'
import { startIdentityProvider } from './idp/start'
import { plainBrowserAt } from './plain-steps'
import { arrive, expectBackAtService, typeAndConnect } from './steps'
import type { StandIn } from './stand-in/start'

/*
 * `npm run setup`, at a pseudo-terminal and without one. One test runs the command itself. The other tests run a bundle
 * of the same source, which starts in a quarter of the time.
 */

// One worker runs these tests, so that it makes the bundle once.
test.describe.configure({ mode: 'default' })

let bundleFolder: string
let folder: string
let file: string

test.beforeAll(async () => {
  // Inside the project, because Node must find the packages.
  bundleFolder = mkdtempSync(join('.next', 'setup-'))
  await build({
    entryPoints: ['scripts/setup.ts'],
    outfile: join(bundleFolder, 'scripts', 'setup.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { '@': process.cwd() },
  })
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
    test.setTimeout(180_000)
    const port = await getPort()
    const origin = `http://localhost:${port}`
    const terminal = startSetup()
    const answer = async (question: string, typed: string) => {
      await terminal.waitFor(question)
      terminal.type(typed + keys.enter)
    }

    await answer('Which deployment of the service', '')
    await answer('Base address of the service', `${standIn.origin}/nowhere/else`)
    await terminal.waitFor('The service answers at')
    await answer('Subnet ID', standIn.subnetId)
    await answer('API key of this subnet', standIn.apiKey)
    // Another program answers at this URL, and the user can correct the values.
    await terminal.waitFor('Something else')
    await terminal.waitFor('What now?')
    terminal.type(keys.ctrlC)
    expect(await terminal.ended()).toBe(130)
    expect(existsSync(file)).toBe(false)

    const again = startSetup()
    const answerAgain = async (question: string, typed: string) => {
      await again.waitFor(question)
      again.type(typed + keys.enter)
    }
    await answerAgain('Which deployment of the service', '')
    await answerAgain('Base address of the service', standIn.baseUrl)
    await again.waitFor('The service answers at')
    await answerAgain('Subnet ID', 'too-short')
    await again.waitFor('SUBNET_ID is not a ULID')
    again.type(keys.backspace.repeat('too-short'.length) + standIn.subnetId + keys.enter)
    await answerAgain('API key of this subnet', `${standIn.apiKey}x`)
    await again.waitFor('Key not accepted (401)')
    await answerAgain('What now?', '')
    await answerAgain('Subnet ID', '')
    await answerAgain('API key of this subnet', standIn.apiKey)
    await again.waitFor('Key and subnet ID are right')
    await answerAgain('profile page at the service', standIn.profileUrl)
    await answerAgain('Address of this app', origin)
    // The demo login is the last choice.
    await answerAgain('How do your users sign in?', keys.down.repeat(6))
    await answerAgain('Who may open the console?', '')
    await answerAgain('How many proxies', '')
    await answerAgain('Redis, for more than one instance', '')
    await again.waitFor('SERVICE_API_KEY: (not shown)')
    await answerAgain('Write ', '')
    await again.waitFor(`Register ${origin}/connect as the connect URL`)
    expect(await again.ended()).toBe(0)

    const written = readFileSync(file, 'utf8')
    const variables = parseEnv(written) as Record<string, string>
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(written).toContain('# Your subnet')
    expect(variables).toMatchObject({ SERVICE_API_KEY: standIn.apiKey, NEXTAUTH_URL: origin, DEMO_LOGIN: '1' })
    const secrets = ['NEXTAUTH_SECRET', 'HOLD_PASSWORD', 'SUBNET_USER_ID_KEY', 'METRICS_TOKEN']
    expect(new Set(secrets.map((name) => variables[name])).size).toBe(secrets.length)
    for (const name of ['SERVICE_API_KEY', ...secrets]) expect(again.shown()).not.toContain(variables[name])

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

  test('setup replaces the login of the file with another one', async ({ standIn }) => {
    const former = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'canary-secret' }
    writeFileSync(file, asText({ ...rightValues(standIn), ...former }))
    const terminal = startAtTerminal(command([]), { folder: process.cwd() })
    const answer = async (question: string, typed = '') => {
      await terminal.waitFor(question)
      terminal.type(typed + keys.enter)
    }
    for (const question of [
      'Which deployment',
      'Base address',
      'Subnet ID',
      'API key',
      'profile page',
      'Address of this app',
    ]) {
      await answer(question)
    }
    await answer('How do your users sign in?', keys.down)
    await answer('Page of your site', `${standIn.origin}/login`)
    // The stand-in does not have this page, but the `Date` of any answer shows its clock.
    await terminal.waitFor('/login answers with 404')
    await terminal.waitFor("agrees with your site's")
    await answer('What now?', keys.down)
    await answer("Address of your site's public keys")
    await answer("Issuer of the staff's login")
    await answer('Who may open the console?')
    await answer('How many proxies')
    await answer('Redis, for more than one instance')
    await terminal.waitFor('LOGIN_SECRET: made. It is what your site signs with')
    await terminal.waitFor('The login changes')
    await answer('Write ')
    await terminal.waitFor('/signin/return')
    expect(await terminal.ended()).toBe(0)

    const written = parseEnv(readFileSync(file, 'utf8')) as Record<string, string>
    expect(written).toMatchObject({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' })
    expect(written['LOGIN_SECRET']).toMatch(/^.{44}$/)
    for (const secret of [written['LOGIN_SECRET'], former.OIDC_CLIENT_SECRET]) {
      expect(terminal.shown()).not.toContain(secret)
    }
  })

  test('Ctrl-C leaves the file unchanged', async () => {
    writeFileSync(file, 'SUBNET_ID=kept\n', { mode: 0o600 })
    const terminal = startAtTerminal(command([]), { folder: process.cwd() })
    await terminal.waitFor('Which deployment of the service')
    terminal.type(keys.enter)
    await terminal.waitFor('Base address of the service')
    terminal.type(keys.ctrlC)
    await terminal.waitFor('Nothing was written.')
    expect(await terminal.ended()).toBe(130)
    expect(readFileSync(file, 'utf8')).toBe('SUBNET_ID=kept\n')
  })
})

test.describe('without a terminal', () => {
  test('setup writes a complete file from flags and variables, and a second run changes nothing', async ({
    standIn,
  }) => {
    const made = await setup(['--from-env', '--set', 'DEMO_LOGIN=1', '--yes'], rightValues(standIn))
    expect(made).toMatchObject({ exitCode: 0, errors: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(made.output).not.toContain(standIn.apiKey)
    const written = readFileSync(file, 'utf8')
    expect(parseEnv(written)).toMatchObject({ ...rightValues(standIn), DEMO_LOGIN: '1' })

    const again = await setup(['--yes'])
    expect(again.exitCode).toBe(0)
    expect(again.output).toContain('is right already')
    expect(readFileSync(file, 'utf8')).toBe(written)
  })

  test('setup keeps the values of the file, and writes nothing without --yes', async ({ standIn }) => {
    const original = `${asText(rightValues(standIn))}DEMO_LOGIN=1\nHOLD_PASSWORD=canary-password-of-32-characters-or-more\nOWN=kept # mine\n`
    writeFileSync(file, original)
    const asked = await setup(['--set', 'LOG_LEVEL=debug', '--set', 'SUBNET_USER_ID=plain'])
    expect(asked.exitCode).toBe(3)
    expect(asked.output).toContain('new     NEXTAUTH_SECRET: (not shown)')
    expect(asked.output).not.toContain('HOLD_PASSWORD')
    expect(readFileSync(file, 'utf8')).toBe(original)

    const agreed = await setup(['--set', 'LOG_LEVEL=debug', '--set', 'SUBNET_USER_ID=plain', '--yes'])
    expect(agreed.exitCode).toBe(0)
    const written = readFileSync(file, 'utf8')
    expect(written.startsWith(original)).toBe(true)
    expect(parseEnv(written)).toMatchObject({ LOG_LEVEL: 'debug', SUBNET_USER_ID: 'plain' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('setup names all missing and invalid values at once, and writes nothing', async () => {
    const { exitCode, errors } = await setup(['--set', 'SUBNET_ID=short', '--yes'])
    expect(exitCode).toBe(1)
    expect(errors).toContain('SUBNET_ID is not a ULID')
    expect(errors).toContain('SERVICE_API_KEY is missing')
    expect(existsSync(file)).toBe(false)
  })

  test('setup writes a key that the service refuses only with --no-check', async ({ standIn }) => {
    const values = { ...rightValues(standIn), SERVICE_API_KEY: `${standIn.apiKey}x`, DEMO_LOGIN: '1' }
    const refused = await setup(['--from-env', '--yes'], values)
    expect(refused.exitCode).toBe(1)
    expect(refused.errors).toContain('Key not accepted (401)')
    expect(refused.errors + refused.output).not.toContain(standIn.apiKey)
    expect(existsSync(file)).toBe(false)

    const unchecked = await setup(['--from-env', '--yes', '--no-check'], values)
    expect(unchecked.exitCode).toBe(0)
    expect(existsSync(file)).toBe(true)
  })

  test('setup does not write a client that the provider refuses', async ({ standIn }) => {
    const provider = await startIdentityProvider({
      redirectUris: ['http://localhost:3000/api/auth/callback/oidc'],
      accounts: {},
    })
    const values = {
      ...rightValues(standIn),
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
    }
    const wrong = { ...values, OIDC_CLIENT_SECRET: 'canary-secret', OIDC_ID_TOKEN_ALG: 'ES256' }
    const refused = await setup(['--from-env', '--yes'], wrong)
    expect(refused.exitCode).toBe(1)
    expect(refused.errors).toContain('refuses the client with client_secret_basic (invalid_client)')
    expect(refused.errors).toContain('OIDC_ID_TOKEN_ALG is ES256, and the provider lists RS256')
    expect(refused.errors + refused.output).not.toContain('canary-secret')
    expect(existsSync(file)).toBe(false)

    const right = await setup(['--from-env', '--yes'], values)
    await provider.close()
    expect(right).toMatchObject({ exitCode: 0, errors: '' })
    expect(parseEnv(readFileSync(file, 'utf8'))).toMatchObject(values)
  })

  test("flags replace the file's login with another one, but setup refuses two logins at once", async ({ standIn }) => {
    const present = asText({
      ...rightValues(standIn),
      LOGIN_URL: `${standIn.origin}/login`,
      LOGIN_SECRET: 'canary'.repeat(6),
    })
    writeFileSync(file, present)
    const gitHubFlags = ['LOGIN_PROVIDER=github', 'LOGIN_CLIENT_ID=id', 'LOGIN_CLIENT_SECRET=canary'].flatMap(
      (value) => ['--set', value],
    )
    const both = await setup([...gitHubFlags, '--set', 'OIDC_ISSUER=https://login.example', '--yes', '--no-check'])
    expect(both.exitCode).toBe(1)
    expect(both.errors).toContain('LOGIN_PROVIDER is a second login beside OIDC_ISSUER')
    expect(readFileSync(file, 'utf8')).toBe(present)

    const changed = await setup([...gitHubFlags, '--yes'])
    expect(changed).toMatchObject({ exitCode: 0, errors: '' })
    expect(changed.output).toContain(`LOGIN_URL: ${standIn.origin}/login → (empty)`)
    expect(changed.output).toContain('each user becomes a new user to the service')
    expect(changed.output).toContain('/api/auth/callback/github as the redirect address at github')
    expect(changed.output).not.toContain('canary')
    expect(parseEnv(readFileSync(file, 'utf8'))).toMatchObject({
      LOGIN_URL: '',
      LOGIN_SECRET: '',
      LOGIN_PROVIDER: 'github',
    })
  })

  test('setup refuses invalid flags', async () => {
    for (const flags of [['--fast'], ['--set', 'SUBNET_ID'], ['--set', 'NO_SUCH_VARIABLE=1']]) {
      const { exitCode, errors } = await setup([...flags, '--yes'])
      expect(exitCode).toBe(2)
      expect(errors).toContain('Exit code: 0 if the file is written')
    }
    expect(existsSync(file)).toBe(false)
  })
})

/** Returns the values of a deployment on this machine, without its login and its secrets. */
function rightValues(standIn: StandIn): Record<string, string> {
  return {
    SERVICE_BASE_URL: standIn.baseUrl,
    SUBNET_ID: standIn.subnetId,
    SERVICE_API_KEY: standIn.apiKey,
    SERVICE_ENVIRONMENT: 'staging',
    SERVICE_PROFILE_URL: standIn.profileUrl,
    NEXTAUTH_URL: 'http://localhost:3000',
  }
}

const asText = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** Starts the command behind `npm run setup`. */
const startSetup = () =>
  startAtTerminal(
    [process.execPath, '--conditions=react-server', '--import', 'tsx', 'scripts/setup.ts', '--file', file],
    { folder: process.cwd() },
  )

const command = (flags: string[]) => [
  process.execPath,
  '--conditions=react-server',
  join(bundleFolder, 'scripts', 'setup.mjs'),
  '--file',
  file,
  ...flags,
]

async function setup(flags: string[], variables: Record<string, string> = {}) {
  const { PATH, HOME, TMPDIR } = process.env
  const [program = '', ...parameters] = command(flags)
  const child = spawn(program, parameters, {
    env: { PATH, HOME, TMPDIR, ...variables } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  const [output, errors, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { output, errors, exitCode }
}
