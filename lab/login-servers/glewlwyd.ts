import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import type { Page } from 'playwright'
import { startServer } from '../server-process'
import { newSecret, type LoginServer, type RunningServer } from './server'

const modules = '/usr/lib/glewlwyd'
const shared = '/usr/share/glewlwyd'
const schema = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const pluginName = 'oidc'

/** The first administrator, whom the schema creates. */
const administrator = { username: 'admin', password: 'password' }

/** A scope that only staff have. The claim `scope` lists the user's scopes that they have granted to the app. */
const staffScope = 'console'
const scopes = ['openid', 'profile', 'email', staffScope]

/** Debian's Glewlwyd with a kind of key, and an account with or without the role of staff. */
export function glewlwyd(keyKind: 'RSA' | 'EC', isStaff: boolean): LoginServer {
  return {
    packages: ['glewlwyd', 'dbconfig-sqlite3'],
    start: (redirectUri) => start(redirectUri, keyKind, isStaff),
    version: ['dpkg-query', '-W', '-f', '${Version}', 'glewlwyd'],
    variables: { OIDC_SCOPE: scopes.join(' '), OIDC_ROLES_CLAIM: 'scope', OIDC_OPERATOR_ROLE: staffScope },
    logIn,
    name: 'Ada Lovelace',
    opensConsole: isStaff,
    signOutStatus: 200,
    doctor: {
      right: {},
      secret: { 'client-secret': 'wrong' },
      redirect: { 'client-secret': 'wrong', 'sign-in-request': 'wrong' },
    },
  }
}

/** Starts Glewlwyd with the login page and the SQLite schema of the package, and configures it like an operator. */
async function start(redirectUri: string, keyKind: 'RSA' | 'EC', isStaff: boolean): Promise<RunningServer> {
  const port = await getPort()
  const origin = `http://localhost:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'glewlwyd-'))
  const database = join(folder, 'database')
  const { status, stderr } = spawnSync('sqlite3', [database], { input: await readFile(schema), encoding: 'utf8' })
  if (status !== 0) throw new Error(`The database could not be made.\n${stderr}`)
  // Copy the targets of links, because Glewlwyd serves no file outside the folder of its pages.
  const pages = join(folder, 'pages')
  const packagedSettings = join(shared, 'webapp', 'config.json')
  const filter = (path: string) => path !== packagedSettings
  await cp(join(shared, 'webapp'), pages, { recursive: true, dereference: true, filter })
  await cp(join(shared, 'templates', 'config.json'), join(pages, 'config.json'))
  const configFile = join(folder, 'glewlwyd.conf')
  await writeFile(configFile, configuration({ port, origin, database, pages }))
  const command = ['/usr/bin/glewlwyd', '--config-file', configFile] as const
  const server = await startServer(command, { folder, url: `${origin}/config` })
  try {
    return { ...server, ...(await register(origin, { redirectUri, keyKind, isStaff })) }
  } catch (error) {
    await server.close()
    throw error
  }
}

type Place = Record<'origin' | 'database' | 'pages', string> & { port: number }

function configuration(at: Place): string {
  const types = { html: 'text/html', css: 'text/css', js: 'application/javascript', json: 'application/json' }
  const mimeTypes = Object.entries(types).map(([name, type]) => `{ extension = ".${name}" mime_type = "${type}" }`)
  return `
    port = ${at.port}
    bind_address = "127.0.0.1"
    external_url = "${at.origin}/"
    static_files_path = "${at.pages}/"
    static_files_mime_types = (${mimeTypes.join(', ')})
    log_mode = "console"
    log_level = "WARNING"
    cookie_secure = 0
    user_module_path = "${modules}/user"
    client_module_path = "${modules}/client"
    user_auth_scheme_module_path = "${modules}/scheme"
    plugin_module_path = "${modules}/plugin"
    database = { type = "sqlite3" path = "${at.database}" }
  `
}

/** Adds the scopes, a user, the app as a client, and the OpenID Connect plugin, by the administration API. */
async function register(origin: string, given: { redirectUri: string; keyKind: 'RSA' | 'EC'; isStaff: boolean }) {
  const { redirectUri, keyKind, isStaff } = given
  const answer = await post(`${origin}/api/auth/`, administrator)
  const session = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  const administer = (path: string, body: unknown) => post(`${origin}/api/${path}`, body, session.join('; '))

  // `openid` exists by default.
  for (const name of scopes.slice(1)) await administer('scope/', { name, password_required: false })
  const [clientId, clientSecret, password] = ['subnet-connect', newSecret(), newSecret()]
  await administer('user/', {
    username: 'ada',
    password,
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    scope: isStaff ? scopes : scopes.filter((scope) => scope !== staffScope),
  })
  await administer('client/', {
    client_id: clientId,
    name: 'Subnet Connect',
    confidential: true,
    client_secret: clientSecret,
    token_endpoint_auth_method: ['client_secret_basic'],
    authorization_type: ['code'],
    redirect_uri: [redirectUri],
  })
  // Glewlwyd accepts any text as the issuer, but the app accepts only the URL of discovery.
  const issuer = `${origin}/api/${pluginName}`
  const { privateKey, publicKey } =
    keyKind === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await administer('mod/plugin/', {
    module: 'oidc',
    name: pluginName,
    parameters: {
      iss: issuer,
      'jwt-type': keyKind === 'RSA' ? 'rsa' : 'ecdsa',
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      cert: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      // The size of the hash, for RS256 or ES256.
      'jwt-key-size': '256',
      'auth-type-code-enabled': true,
      'access-token-duration': 600,
      'pkce-allowed': true,
      'allowed-scope': scopes,
      'name-claim': 'mandatory',
      'email-claim': 'mandatory',
      'scope-claim': 'mandatory',
      // Adds an `end_session_endpoint`. Its page is empty without `id_token_hint`, and the app does not keep the ID
      // token.
      'session-management-allowed': true,
      'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
      'session-cookie-expiration': 3600,
    },
  })
  return { issuer, clientId, clientSecret, password }
}

async function post(url: string, body: unknown, cookie = ''): Promise<Response> {
  const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`Glewlwyd refuses ${url}: ${response.status} ${await response.text()}`)
  return response
}

async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Login').fill('ada')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'OK' }).click()
  const goOn = page.getByRole('button', { name: 'Continue' })
  await goOn.waitFor()
  const grant = page.getByRole('button', { name: 'Grant access' })
  if (await grant.isVisible()) {
    for (const box of await page.getByRole('checkbox', { disabled: false }).all()) await box.check()
    const granted = page.waitForResponse((answer) => answer.request().method() === 'PUT')
    await grant.click()
    await granted
  }
  await goOn.click()
}
