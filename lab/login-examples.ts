import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import getPort from 'get-port'
import type { App } from '../e2e/harness/app'
import { parseHtml } from '../e2e/harness/html'
import { Visitor } from '../e2e/harness/visitor'
import { awkwardNonce, exampleUser } from '../e2e/own-site/documented'
import { installPackages } from './debian-packages'
import { examples, startSite, versionsOf, type Example, type Site } from './login-examples/sites'
import { closeAll, started, startDeployment } from './programs'

/*
 * Runs the examples of docs/operate/login/own-site.md for Flask, PHP and Rails. Each uses Debian's packages and a login page
 * without a password. A user signs in at the app with it. The tests of `e2e/own-site` run the examples for Node.
 */

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
  console.log(`\n${name}: ${versionsOf(example)}`)
  if (!(await goThrough(example))) process.exitCode = 1
  await closeAll()
}
console.log('\nNot run: the line with firebase/php-jwt, which Debian does not have.')

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
