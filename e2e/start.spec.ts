import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import getPort from 'get-port'
import { expect, test } from './fixtures'
import { AppStartError, startApp, type App } from './harness/app'
import { makeSkinFolder } from './harness/skin-folder'

/*
 * Tests the start of the app as an operator sees it: the process, its exit code and its output. The tests in
 * `lib/config` cover the rules for each variable.
 */

const complete = {
  SERVICE_BASE_URL: 'https://service.example/api',
  SUBNET_ID: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  SERVICE_API_KEY: 'canary-key',
  SERVICE_ENVIRONMENT: 'staging',
  SERVICE_PROFILE_URL: 'https://service.example/profile',
  NEXTAUTH_URL: 'https://connect.example',
  NEXTAUTH_SECRET: 'canary-secret-of-more-than-32-characters',
  HOLD_PASSWORD: 'canary-password-of-more-than-32-characters',
  SUBNET_USER_ID_KEY: 'canary-key-of-more-than-32-characters',
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: 'canary-client-secret',
}
const noProvider = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }

test('the app does not start in an empty environment, and names all missing variables at once', async () => {
  const { exitCode, output } = await refusalOf({})
  expect(exitCode).toBe(1)
  expect(namesIn(output)).toEqual([
    'SERVICE_BASE_URL',
    'SUBNET_ID',
    'SERVICE_API_KEY',
    'SERVICE_ENVIRONMENT',
    'SERVICE_PROFILE_URL',
    'NEXTAUTH_URL',
    'NEXTAUTH_SECRET',
    'HOLD_PASSWORD',
    'OIDC_ISSUER',
    'SUBNET_USER_ID_KEY',
  ])
  expect(output).toContain('.env.example')
})

test('npm start refuses an argument, and names the variable to set', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', '-p', '8080'], {
    encoding: 'utf8',
    env: { NODE_ENV: 'production' },
    timeout: 30_000,
  })
  expect(status).toBe(1)
  expect(stderr).toContain('npm start takes no arguments, and was given: -p 8080')
  expect(stderr).toContain('PORT=8080 npm start')
})

test('the app does not start when it cannot use the provider of users or staff, but starts when the provider is down', async () => {
  let answer: object | undefined
  const server = createServer((_request, response) => {
    if (answer) response.end(JSON.stringify(answer))
    else response.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  }
  const variables = { ...complete, OIDC_ISSUER: issuer }
  try {
    answer = { ...provider, response_modes_supported: ['form_post'] }
    const { exitCode, output } = await refusalOf(variables)
    expect(exitCode).toBe(1)
    const unusable = `this app cannot sign people in at ${issuer}/: it answers by form_post and not in the query.`
    expect(output).toContain(`OIDC_ISSUER: ${unusable}`)

    const staffLogin = {
      CONSOLE_OIDC_ISSUER: issuer,
      CONSOLE_OIDC_CLIENT_ID: 'client',
      CONSOLE_OIDC_CLIENT_SECRET: 'secret',
    }
    const siteLogin = {
      LOGIN_URL: 'https://www.example.com/login',
      LOGIN_SECRET: 'canary-secret-of-more-than-32-bytes',
    }
    const refusal = await refusalOf({ ...complete, ...noProvider, ...siteLogin, ...staffLogin })
    expect(refusal.exitCode).toBe(1)
    expect(refusal.output).toContain(`CONSOLE_OIDC_ISSUER: ${unusable}`)

    answer = undefined
    const app = await startApp({ port: await getPort(), variables })
    await expect.poll(() => app.output()).toContain('"event":"login provider is away"')
    await app.close()
  } finally {
    server.close().closeAllConnections()
  }
})

test('the app names all variables with invalid values at once, and prints no value', async () => {
  const wrong = {
    SERVICE_BASE_URL: 'https://user:canary@service.example/api',
    SUBNET_ID: 'canary',
    SERVICE_API_KEY: 'canary key',
    SERVICE_PROFILE_URL: 'canary',
    NEXTAUTH_SECRET: 'canary',
    HOLD_PASSWORD: 'canary',
    HOLD_PASSWORD_PREVIOUS: 'canary',
    OIDC_ISSUER: 'https://login.example/?canary',
    REDIS_URL: 'http://:canary@localhost:6379',
    CONNECTED_WEBHOOK_URL: 'https://canary:canary@crm.example',
    CONNECTED_WEBHOOK_SECRET: 'canary',
    METRICS_TOKEN: 'canary',
    SERVICE_JWT: 'canary',
    LOG_LEVEL: 'canary',
  }
  const { exitCode, output } = await refusalOf({ ...complete, ...wrong })
  expect(exitCode).toBe(1)
  expect(new Set(namesIn(output))).toEqual(new Set(Object.keys(wrong)))
  expect(output).not.toContain('canary')
})

test('the app starts with the demo login only on loopback', async () => {
  const demo = { ...complete, ...noProvider, DEMO_LOGIN: '1' }
  const app = await start({ ...demo, NEXTAUTH_URL: 'https://localhost:3000' })
  await app.close()
  const { exitCode, output } = await refusalOf({ ...demo, NEXTAUTH_URL: 'https://localhost.connect.example' })
  expect(exitCode).toBe(1)
  expect(namesIn(output)).toEqual(['DEMO_LOGIN'])
})

test('the app does not start when its skin has mistakes, and names each mistake with its file', async ({}, testInfo) => {
  const folder = testInfo.outputPath('skin')
  await mkdir(join(folder, 'messages'), { recursive: true })
  await writeFile(join(folder, 'brand.json'), '{ "name": "Acme", "serviceName": "Rewards" }')
  await writeFile(join(folder, 'theme.css'), '@import "https://fonts.example/own.css";')
  await writeFile(join(folder, 'messages', 'de.json'), '{ "home": { "text": "{", "old": "x" } }')
  const { exitCode, output } = await refusalOf({ ...complete, SKIN_DIR: folder })
  expect(exitCode).toBe(1)
  for (const problem of [
    'brand.json service is missing',
    'brand.json has serviceName',
    'theme.css has @import',
    'messages/de.json home.text is not a valid ICU message',
    'messages/de.json home.old is not a text of this version',
  ]) {
    expect(output).toContain(`  ${problem}`)
  }
})

test('the app starts in a complete environment, and logs a low contrast but no secret', async ({}, testInfo) => {
  const theme = ':root { --skin-accent: light-dark(#f97316, #9db2ff) }'
  const app = await start({ ...complete, SKIN_DIR: await makeSkinFolder(testInfo.outputPath('skin'), theme) })
  const hint =
    /"event":"the skin needs work","hint":"theme\.css --skin-accent #f97316 on --skin-danger-surface #fdeef0 [^"]* 2\.49:1/
  await expect.poll(() => app.output()).toMatch(hint)
  await app.close()
  expect(app.output()).not.toContain('canary')
})

async function start(variables: Record<string, string>): Promise<App> {
  return startApp({ port: await getPort(), variables })
}

/** Returns the error with which the app refuses to start with these variables. */
async function refusalOf(variables: Record<string, string>): Promise<AppStartError> {
  const started = await start(variables).catch((error: unknown) => error)
  if (started instanceof AppStartError) return started
  throw new Error('The app has started.', { cause: started })
}

/** Returns the variables that the output names, in its order. */
function namesIn(output: string): (string | undefined)[] {
  return [...output.matchAll(/^ {2}([A-Z][A-Z0-9_]+) /gm)].map(([, name]) => name)
}
