import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { installPackages } from '../debian-packages'
import { startServer, type ServerProcess } from '../server-process'

type States = Record<string, 'holds' | 'wrong' | 'unknown'>

/** A login server, with what this lab has seen of it. */
export interface LoginServer {
  /** Packages of Debian. */
  packages?: string[]
  /** Packages of npm, which are installed into the folder of the run. */
  npm?: string[]
  /** The file of this folder that serves. It reads PORT, FOLDER, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, KEY and PASSWORD. */
  file: string
  command: (file: string, port: string) => [string, ...string[]]
  /** Prints the version. */
  version: [string, ...string[]]
  issuerPath: string
  /** The app's variables in addition to issuer, client ID and client secret. */
  variables: Record<string, string>
  /** The fields of the login page by their names. */
  fields: (password: string) => Record<string, string>
  /** The name that the app then shows. */
  name: string
  /** Whether the next sign-in asks for the password after a sign-out of the app. */
  asksAgain: boolean
  /** The selector of the button that it shows before it asks again. */
  renewButton?: string
  /** The status of the link after signing out; undefined without a link. */
  signOutStatus?: number
  /** What the doctor finds that is not `holds`, by what is wrong in the environment. */
  doctor: Record<'right' | 'secret' | 'redirect', States>
}

const parts = import.meta.dirname
const python = (file: string): [string, string] => ['/usr/bin/python3', file]

/** The server checks client ID and redirect URL only after the password. */
const checkedLate: States = { 'sign-in-request': 'unknown', login: 'unknown' }
/** The server refuses the code before it reads the secret, and the app may not begin a sign-out there. */
const answeredAlike: States = { 'client-secret': 'unknown', 'sign-out': 'unknown' }

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
    file: 'lemonldap.psgi',
    command: (file, port) => ['/usr/bin/plackup', '--host', 'localhost', '--port', port, file],
    version: ['dpkg-query', '-W', '-f', '${Version}', 'liblemonldap-ng-portal-perl'],
    issuerPath: '',
    variables: { OIDC_PROMPT: 'login', OIDC_SCOPE: 'openid profile email groups', OIDC_OPERATOR_ROLE: 'timelords' },
    // An account of the package for demonstrations.
    fields: () => ({ user: 'dwho', password: 'dwho' }),
    name: 'Doctor Who',
    asksAgain: true,
    renewButton: '#upgrd [type=submit]',
    signOutStatus: 200,
    doctor: { right: checkedLate, secret: { ...checkedLate, 'client-secret': 'wrong' }, redirect: checkedLate },
  },
  'django-oauth-toolkit': {
    packages: ['python3-django-oauth-toolkit'],
    file: 'django_server.py',
    command: python,
    version: ['dpkg-query', '-W', '-f', '${Version}', 'python3-django-oauth-toolkit'],
    issuerPath: '/o',
    variables: { OIDC_OPERATOR_ROLE: 'console' },
    fields: (password) => ({ username: 'ada', password }),
    name: 'Ada Lovelace',
    asksAgain: false,
    doctor: { right: checkedLate, secret: { ...checkedLate, 'client-secret': 'wrong' }, redirect: checkedLate },
  },
  'better-auth': {
    // Each names only other versions of its parts as peers.
    npm: ['--legacy-peer-deps', 'better-auth@1.7.5', '@better-auth/oauth-provider@1.7.5'],
    file: 'better-auth.mjs',
    command: (file) => [process.execPath, file],
    version: ['echo', '1.7.5'],
    issuerPath: '/api/auth',
    variables: {},
    fields: (password) => ({ email: 'ada@example.com', password }),
    name: 'Ada Lovelace',
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
    file: 'authlib_server.py',
    command: python,
    version: ['dpkg-query', '-W', '-f', '${Version}', 'python3-authlib'],
    issuerPath: '',
    variables: {},
    fields: (password) => ({ password }),
    name: 'Ada Lovelace',
    asksAgain: true,
    doctor: { right: {}, secret: { 'client-secret': 'wrong' }, redirect: { 'sign-in-request': 'wrong' } },
  },
}

export const versionOf = ({ version: [program, ...args] }: LoginServer): string =>
  spawnSync(program, args, { encoding: 'utf8' }).stdout.trim()

export function installServers(): void {
  installPackages(Object.values(servers).flatMap(({ packages = [] }) => packages))
  // Debian may have installed the portal's own service too, which would start at once.
  spawnSync('systemctl', ['disable', '--now', 'lemonldap-ng-fastcgi-server'])
}

/** A server that runs, and the registration of the app there. */
export interface RunningServer extends ServerProcess {
  issuer: string
  clientId: string
  clientSecret: string
  password: string
}

/** Starts a server on a free port of loopback, in a folder of its own. */
export async function startLoginServer(
  { npm, file, command, issuerPath }: LoginServer,
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

const newSecret = () => randomBytes(24).toString('base64url')
