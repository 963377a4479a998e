import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import getPort from 'get-port'
import { expect, test } from '../fixtures'
import { AppStartError, standaloneFolder, startApp } from '../harness/app'
import { listen } from '../harness/listen'
import { addressesOfMachine, loopbackOfIpv6 } from '../harness/machine'
import { makeSkinFolder } from '../harness/skin-folder'
import { Visitor } from '../harness/visitor'

/*
 * The start of the app as an operator sees it: the process, its exit code and its output. The tests in `lib/config`,
 * `lib/skin`, `lib/auth`, `lib/store` and `lib/process` cover the rules for each part.
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

test('the app does not start with missing and invalid variables, names all of them at once, and prints no value', async () => {
  const missing = { SERVICE_ENVIRONMENT: '', NEXTAUTH_URL: '', SUBNET_USER_ID_KEY: '' }
  const wrong = {
    SERVICE_BASE_URL: 'https://user:canary@service.example/api',
    SUBNET_ID: 'canary',
    SERVICE_API_KEY: 'canary key',
    SERVICE_PROFILE_URL: 'canary',
    NEXTAUTH_SECRET: 'canary',
    HOLD_PASSWORD: 'canary',
    HOLD_PASSWORD_PREVIOUS: 'canary',
    OIDC_ISSUER: 'https://login.example/?canary',
    REDIS_URL: 'redis://:canary%@localhost:6379',
    CONNECTED_WEBHOOK_URL: 'https://canary:canary@crm.example',
    CONNECTED_WEBHOOK_SECRET: 'canary',
    METRICS_TOKEN: 'canary',
    SERVICE_JWT: 'canary',
    LOG_LEVEL: 'canary',
  }
  const output = await refusalOf({ ...complete, ...missing, ...wrong })
  const names = [...output.matchAll(/^ {2}([A-Z][A-Z0-9_]+) /gm)].map(([, name]) => name)
  expect(new Set(names)).toEqual(new Set(Object.keys({ ...missing, ...wrong })))
  expect(output).toContain('.env.example')
  // The deployed folder has this file, no variables of the machine that built it, and no sources.
  const deployed =
    '.env.example .next CHANGELOG.md doctor.mjs node_modules package.json public server.js skin subnet subnet.mjs'
  expect(readdirSync(standaloneFolder).toSorted().join(' ')).toBe(deployed)
  expect(output).not.toContain('canary')
})

test('the server and the commands give each address of a host two seconds, because Node gives 250 ms', async () => {
  const print = `import net from 'node:net'
process.on('exit', () => console.error('address', net.getDefaultAutoSelectFamilyAttemptTimeout()))`
  for (const entry of [
    [server],
    [join(standaloneFolder, 'doctor.mjs'), '--help'],
    [join(standaloneFolder, 'subnet.mjs'), '--help'],
    ['--conditions=react-server', '--import', 'tsx', 'scripts/setup.ts', '--help'],
  ]) {
    const preload = `data:text/javascript,${encodeURIComponent(print)}`
    const { stderr } = spawnSync(process.execPath, ['--import', preload, ...entry], {
      encoding: 'utf8',
      env: { NODE_ENV: 'production', PORT: String(await getPort()) },
      timeout: 30_000,
    })
    expect(stderr, entry.at(-2)).toContain('address 2000')
  }
})

/** Runs a program that must refuse to start. @returns its error. */
function refusedStart(args: string[], env: Record<string, string> = {}): string {
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...complete, NODE_ENV: 'production', ...env },
    timeout: 30_000,
  })
  expect(status, args.join(' ')).toBe(1)
  expect(stderr).not.toContain('canary')
  return stderr
}
const server = join(standaloneFolder, 'server.js')

test('npm start refuses an argument, and names the variable to set', () => {
  const error = refusedStart(['scripts/start.mjs', '-p', '8080'])
  expect(error).toContain('npm start takes no arguments, and was given: -p 8080')
  expect(error).toContain('PORT=8080 npm start')
})

test('the server and npm start refuse a PORT that is not a port', () => {
  for (const [program, PORT] of [
    [server, 'tcp://10.0.0.1:3000'],
    [server, '0'],
    [server, '65536'],
    [server, '3000 '],
    ['scripts/start.mjs', 'abc'],
  ] as const)
    expect(refusedStart([program], { PORT })).toMatch(/^PORT is not a port: expected a whole number from 1 to 65535/)
})

test('the server names a variable that its file of node --env-file cuts, and shows no part of the value', async ({}, testInfo) => {
  const file = testInfo.outputPath('cut.env')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'SERVICE_API_KEY=canary#canary\n')
  const error = refusedStart([`--env-file=${file}`, server], { PORT: String(await getPort()) })
  expect(error).toContain(`SERVICE_API_KEY in ${file} continues after a #`)
})

test('the app does not start when it cannot use the provider of users or staff, and names the variable of each', async () => {
  const provider = createServer((_request, response) => {
    const endpoints = { authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` }
    const metadata = { issuer, ...endpoints, jwks_uri: `${issuer}/keys`, response_modes_supported: ['form_post'] }
    response.end(JSON.stringify(metadata))
  })
  const { port, close } = await listen(provider)
  const issuer = `http://localhost:${port}`
  const staffLogin = {
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: 'client',
    CONSOLE_OIDC_CLIENT_SECRET: 'secret',
  }
  try {
    const output = await refusalOf({ ...complete, OIDC_ISSUER: issuer, ...staffLogin })
    for (const variable of ['OIDC_ISSUER', 'CONSOLE_OIDC_ISSUER']) {
      const reason = 'it answers by form_post and not in the query.'
      expect(output).toContain(`\n${variable}: this app cannot sign people in at ${issuer}/: ${reason}`)
    }
  } finally {
    await close()
  }
})

test('the app starts when its provider is down, a variable is unknown and a colour of its skin has a low contrast', async ({}, testInfo) => {
  const theme = ':root { --skin-muted: light-dark(#8f8f8f, #a7afbd) }'
  const app = await startApp({
    port: await getPort(),
    variables: {
      ...complete,
      OIDC_ISSUER: `http://localhost:${await getPort()}`,
      OIDC_REQUIRED_CLAIM: 'groups=cn=canary,dc=example',
      CONSOLE_USER: 'canary',
      HOSTNAME: '::',
      SKIN_DIR: await makeSkinFolder(testInfo.outputPath('skin'), theme),
    },
  })
  expect(app.output()).toContain('"event":"login provider is away"')
  const hints = app.output().matchAll(/"event":"the configuration needs work","hint":"(.*?)"\}/g)
  expect([...hints].map(([, hint]) => hint)).toEqual([
    expect.stringMatching(/^CONSOLE_USER has no effect/),
    expect.stringMatching(/^OIDC_REQUIRED_CLAIM has pieces of an LDAP name/),
    expect.stringMatching(/^CONSOLE_USERS names no operator.*: nobody can open the console$/),
  ])
  await test.step('it answers on every address of IPv6 and IPv4', async () => {
    for (const host of ['127.0.0.1', ...loopbackOfIpv6(), ...addressesOfMachine()]) {
      const visitor = new Visitor(app.origin, () => app.origin.replace('localhost', host))
      expect((await visitor.send('/signin')).status, host).toBe(200)
    }
  })
  await test.step('it logs the contrast, and no secret', async () => {
    const hint =
      /"event":"the skin needs work","hint":"theme\.css --skin-muted #8f8f8f on --skin-page #ebeff7 [^"]* 2\.80:1/
    await expect.poll(() => app.output()).toMatch(hint)
    await app.close()
    expect(app.output()).not.toContain('canary')
  })
})

/** Checks that the app refuses to start with these variables. @returns its output. */
async function refusalOf(variables: Record<string, string>): Promise<string> {
  const started = await startApp({ port: await getPort(), variables }).catch((error: unknown) => error)
  if (!(started instanceof AppStartError)) throw new Error('The app has started.', { cause: started })
  expect(started.exitCode).toBe(1)
  return started.output
}
