import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { answersAtAll, startProgram, type App } from '../e2e/harness/app'
import { parseHtml } from '../e2e/harness/html'
import { Visitor } from '../e2e/harness/visitor'
import { awkwardNonce, documentedExample, exampleUser } from '../e2e/own-site/documented'
import { installPackages } from './debian-packages'
import { closeAll, started, startDeployment } from './programs'

/*
 * Runs the examples of docs/operate/login/own-site.md for Flask, PHP and Rails. Each uses Debian's packages and a login page
 * without a password. A user signs in at the app with it. The tests of `e2e/own-site` run the examples for Node.
 */

/** An example of the document, with the Debian packages that run it. */
interface Example {
  language: Parameters<typeof documentedExample>[0]
  packages: string[]
  /** The path of the program, so that no version manager replaces it. */
  program: string
  versions: string[]
  file: string
  path: string
  serve: (folder: string, port: string) => string[]
}

const parts = join(import.meta.dirname, 'login-examples')

const examples: Readonly<Record<string, Example>> = {
  Flask: {
    language: 'python',
    packages: ['python3-flask', 'python3-jwt'],
    program: '/usr/bin/python3',
    versions: [
      '-c',
      `import flask, jwt, sys
print("Python", sys.version.split()[0] + ", Flask", flask.__version__ + ", PyJWT", jwt.__version__)`,
    ],
    file: 'example.py',
    path: '/connect-login',
    serve: (folder, port) => [join(parts, 'serve.py'), join(folder, 'example.py'), port],
  },
  PHP: {
    language: 'php',
    packages: ['php-cli'],
    program: '/usr/bin/php',
    versions: ['-r', 'echo "PHP ", PHP_VERSION;'],
    file: 'connect-login.php',
    path: '/connect-login.php',
    serve: (folder, port) => ['-S', `127.0.0.1:${port}`, '-t', folder],
  },
  Rails: {
    language: 'ruby',
    packages: ['ruby', 'ruby-jwt', 'ruby-actionpack', 'ruby-railties', 'ruby-webrick'],
    program: '/usr/bin/ruby',
    versions: [
      '-e',
      `require "jwt"; require "rails/version"
puts "Ruby #{RUBY_VERSION}, Rails #{Rails.version}, jwt #{JWT::VERSION::STRING}"`,
    ],
    file: 'example.rb',
    path: '/connect-login',
    serve: (folder, port) => [join(parts, 'serve.rb'), join(folder, 'example.rb'), port],
  },
}

/** A site that uses an example as its page for the app. */
interface Site {
  loginUrl: string
  output: () => string
  /** Ends the program, and deletes its folder. */
  close: () => Promise<void>
}

type Subject = Site & { app: App }

/** The steps of a login, by their titles. A step throws if it fails. */
const steps: Readonly<Record<string, (subject: Subject) => Promise<void>>> = {
  'refuses a request without a nonce': async ({ loginUrl, app: { origin } }) => {
    for (const query of ['', '?nonce=']) {
      const { status, location } = await new Visitor(origin).send(loginUrl + query)
      assert.deepEqual({ status, location }, { status: 400, location: '' })
    }
  },
  'signs the nonce as it came': async ({ loginUrl, app: { origin } }) => {
    const visitor = new Visitor(origin)
    const toLoginPage = await visitor.send(`${loginUrl}?${new URLSearchParams({ nonce: awkwardNonce })}`)
    const back = await visitor.send(new URL(toLoginPage.location, loginUrl).href)
    const { headers, location } = await visitor.send(new URL(back.location, loginUrl).href)
    assert(location.startsWith(`${origin}/signin/return?token=`), location.split('?')[0])
    assert.match(headers['cache-control'] ?? '', /no-store/)
    const [, payload = ''] = location.split('.')
    const { nonce } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { nonce: unknown }
    assert.equal(nonce, awkwardNonce)
  },
  'signs a person in at the app': async ({ app: { origin } }) => {
    const visitor = new Visitor(origin)
    const { url } = await visitor.follow(await signInLink(visitor))
    assert.equal(new URL(url).searchParams.get('error'), null)
    const { body } = await visitor.send('/signin')
    assert(body.includes(exampleUser.name), 'the page does not show the name')
  },
  'signs a person in who is signed in at the site': async ({ app: { origin } }) => {
    const visitor = new Visitor(origin)
    await visitor.follow(await signInLink(visitor))
    visitor.cookies.clear()
    const back = await visitor.send(await signInLink(visitor))
    await visitor.send(back.location)
    assert(visitor.cookies.has('next-auth.session-token'), 'no session')
  },
  'logs no token': async (site) => assert(!site.output().includes('token=ey'), 'its log has a token'),
}

async function signInLink(visitor: Visitor): Promise<string> {
  const { body } = await visitor.send('/signin')
  const link = parseHtml(body).querySelector('a[href*="nonce="]')
  assert(link, 'the sign-in page has no link to the site')
  return link.getAttribute('href') ?? ''
}

installPackages(Object.values(examples).flatMap(({ packages }) => packages))
for (const [name, example] of Object.entries(examples)) {
  const { stdout } = spawnSync(example.program, example.versions, { encoding: 'utf8' })
  console.log(`\n${name}: ${stdout.trim()}`)
  if (!(await goThrough(example))) process.exitCode = 1
  await closeAll()
}

async function goThrough(example: Example): Promise<boolean> {
  const port = await getPort()
  const secret = randomBytes(32).toString('hex')
  const variables = { CONNECT_ORIGIN: `http://localhost:${port}`, LOGIN_SECRET: secret }
  const site = await started(startSite(example, variables))
  const login = { DEMO_LOGIN: '', CONSOLE_USERS: '', LOGIN_URL: site.loginUrl, LOGIN_SECRET: secret }
  const { app } = await startDeployment({ ports: [port], variables: login })
  return runSteps({ ...site, app })
}

/** Prints a line for each step, with the app's log if it fails. @returns whether all steps succeeded. */
async function runSteps(subject: Subject): Promise<boolean> {
  let isRight = true
  for (const [name, step] of Object.entries(steps)) {
    const startedAt = Date.now()
    const alreadyLogged = subject.app.output().length
    const problem = await step(subject).then(() => undefined, String)
    console.log(`  ${name.padEnd(66)}${problem ? 'no' : 'yes'}${String(Date.now() - startedAt).padStart(8)} ms`)
    if (problem === undefined) continue
    isRight = false
    console.log(`    ${problem.split('\n', 1)[0]}`)
    const logged = subject.app.output().slice(alreadyLogged).split('\n')
    for (const line of logged) if (line.includes('login failed')) console.log(`    ${line}`)
  }
  return isRight
}

/**
 * Starts the site of an example on a free port of loopback.
 *
 * @param variables - the variables of the example.
 */
async function startSite(
  { language, program, file, path, serve }: Example,
  variables: Record<'CONNECT_ORIGIN' | 'LOGIN_SECRET', string>,
): Promise<Site> {
  const port = await getPort()
  const folder = await mkdtemp(join(tmpdir(), 'login-example-'))
  await writeFile(join(folder, file), documentedExample(language))
  if (language === 'php') await cp(join(parts, 'login.php'), join(folder, 'login.php'))
  const running = await startProgram({
    program: [program, ...serve(folder, String(port))],
    cwd: folder,
    port,
    variables: { LANG: 'C.UTF-8', ...variables },
    readyPath: path,
    isReady: answersAtAll,
  })
  const close = async () => {
    await running.close('SIGKILL')
    await rm(folder, { recursive: true })
  }
  return { loginUrl: running.origin + path, output: () => running.output(), close }
}
