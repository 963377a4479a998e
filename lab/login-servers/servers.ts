import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import type { Page } from 'playwright'
import { installPackages } from '../debian-packages'
import { startServer } from '../server-process'
import { glewlwyd } from './glewlwyd'
import { newSecret, type LoginServer, type RunningServer } from './server'

const parts = import.meta.dirname
const python = (file: string): [string, string] => ['/usr/bin/python3', file]

/** The server checks client ID and redirect URL only after the password. */
const checkedLate = { 'sign-in-request': 'unknown', login: 'unknown' } as const
/** The server refuses the code before it reads the secret, and the app may not begin a sign-out there. */
const answeredAlike = { 'client-secret': 'unknown', 'sign-out': 'unknown' } as const

export const servers: Readonly<Record<string, LoginServer>> = {
  'LemonLDAP::NG': {
    packages: [
      'liblemonldap-ng-portal-perl',
      'libplack-perl',
      'libstring-random-perl',
      // The portal loads its captcha always.
      'libgd-securityimage-perl',
      'libimage-magick-perl',
    ],
    start: startFile('lemonldap.psgi', {
      command: (file, port) => ['/usr/bin/plackup', '--host', 'localhost', '--port', port, file],
    }),
    version: ['dpkg-query', '-W', '-f', '${Version}', 'liblemonldap-ng-portal-perl'],
    variables: { OIDC_PROMPT: 'login', OIDC_SCOPE: 'openid profile email groups', OIDC_OPERATOR_ROLE: 'timelords' },
    // An account of the package for demonstrations.
    logIn: (page) => fillIn(page, { user: 'dwho', password: 'dwho' }),
    name: 'Doctor Who',
    opensConsole: true,
    asksAgain: true,
    renewButton: '#upgrd [type=submit]',
    signOutStatus: 200,
    doctor: { right: checkedLate, secret: { ...checkedLate, 'client-secret': 'wrong' }, redirect: checkedLate },
  },
  'django-oauth-toolkit': {
    packages: ['python3-django-oauth-toolkit'],
    start: startFile('django_server.py', { command: python, issuerPath: '/o' }),
    version: ['dpkg-query', '-W', '-f', '${Version}', 'python3-django-oauth-toolkit'],
    variables: { OIDC_OPERATOR_ROLE: 'console' },
    logIn: (page, password) => fillIn(page, { username: 'ada', password }),
    name: 'Ada Lovelace',
    opensConsole: true,
    asksAgain: false,
    doctor: { right: checkedLate, secret: { ...checkedLate, 'client-secret': 'wrong' }, redirect: checkedLate },
  },
  'better-auth': {
    start: startFile('better-auth.mjs', {
      // Each names only other versions of its parts as peers.
      npm: ['--legacy-peer-deps', 'better-auth@1.7.5', '@better-auth/oauth-provider@1.7.5'],
      command: (file) => [process.execPath, file],
      issuerPath: '/api/auth',
    }),
    version: ['echo', '1.7.5'],
    variables: {},
    logIn: (page, password) => fillIn(page, { email: 'ada@example.com', password }),
    name: 'Ada Lovelace',
    opensConsole: false,
    asksAgain: false,
    signOutStatus: 401,
    doctor: {
      right: answeredAlike,
      secret: answeredAlike,
      redirect: { ...answeredAlike, 'sign-in-request': 'wrong' },
    },
  },
  Authlib: {
    packages: ['python3-authlib', 'python3-flask'],
    start: startFile('authlib_server.py', { command: python }),
    version: ['dpkg-query', '-W', '-f', '${Version}', 'python3-authlib'],
    variables: {},
    logIn: (page, password) => fillIn(page, { password }),
    name: 'Ada Lovelace',
    opensConsole: false,
    asksAgain: true,
    doctor: { right: {}, secret: { 'client-secret': 'wrong' }, redirect: { 'sign-in-request': 'wrong' } },
  },
  'Glewlwyd with an RSA key': glewlwyd('RSA', true),
  'Glewlwyd with an EC key': glewlwyd('EC', false),
}

export const versionOf = ({ version: [program, ...args] }: LoginServer): string =>
  spawnSync(program, args, { encoding: 'utf8' }).stdout.trim()

export function installServers(wanted: readonly LoginServer[]): void {
  installPackages(wanted.flatMap(({ packages = [] }) => packages))
  // Debian may have installed services too, which would start at once, one with a well-known password.
  for (const service of ['lemonldap-ng-fastcgi-server', 'glewlwyd'])
    spawnSync('systemctl', ['disable', '--now', service])
}

function startFile(
  file: string,
  options: {
    command: (file: string, port: string) => [string, ...string[]]
    issuerPath?: string
    /** Packages of npm, which are installed into the folder of the run. */
    npm?: string[]
  },
) {
  return (redirectUri: string) => startServing({ file, ...options }, redirectUri)
}

/** The file reads PORT, FOLDER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, KEY and PASSWORD. */
async function startServing(
  { file, command, issuerPath = '', npm }: { file: string } & Parameters<typeof startFile>[1],
  redirectUri: string,
): Promise<RunningServer> {
  const port = String(await getPort())
  const folder = await mkdtemp(join(tmpdir(), 'login-server-'))
  await cp(join(parts, file), join(folder, file))
  if (npm) {
    const install = ['install', '--silent', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, ...npm]
    const { status, stderr } = spawnSync('npm', install, { encoding: 'utf8', cwd: folder })
    if (status !== 0) throw new Error(`npm could not install ${npm.join(' ')}.\n${stderr}`)
  }
  const [clientId, clientSecret, password] = ['subnet-connect', newSecret(), newSecret()]
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const issuer = `http://localhost:${port}${issuerPath}`
  const server = await startServer(command(join(folder, file), port), {
    folder,
    url: issuer,
    variables: {
      PORT: port,
      FOLDER: folder,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      REDIRECT_URI: redirectUri,
      PASSWORD: password,
      KEY: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
      PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
  })
  return { ...server, issuer, clientId, clientSecret, password }
}

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`input[name=${name}]`).fill(value)
  await page.locator('[type=password]').press('Enter')
}
