import { ensureAppBuild } from '../scripts/builds'

/*
 * `npm run lab -- <tool> [options]` runs a tool of this folder, after a build if the tool needs one. The tool reads its
 * options from the command line. Without a tool, or with an unknown one, it lists the tools.
 */

interface Tool {
  what: string
  load: () => Promise<unknown>
  needsNoBuild?: boolean
}

const tools: Readonly<Record<string, Tool>> = {
  'bench-connect': {
    what: 'arrival, page and press beside a bare Next app; --profile <step> writes CPU profiles',
    load: () => import('./bench-connect'),
  },
  'bench-burst': { what: '600 users press within a minute, on two instances', load: () => import('./bench-burst') },
  'bench-many': {
    what: 'arrivals and presses at a steady rate, on two instances; --rate, --seconds',
    load: () => import('./bench-many'),
  },
  'bench-upload': { what: '1 GB through the upload, and directly', load: () => import('./bench-upload') },
  'bench-command': {
    what: '1,000,000 balances written by subnet, exported, and read directly',
    load: () => import('./bench-command'),
  },
  'bench-connections': {
    what: '100,000 connections kept and read in pages',
    load: () => import('./bench-connections'),
  },
  'bench-conversions': { what: 'conversions of 500,000 users', load: () => import('./bench-conversions') },
  'measure-js': {
    what: 'JavaScript of each page in a browser; --contents <page> lists its modules',
    load: () => import('./measure-js'),
  },
  'measure-console': {
    what: 'position of the data on each console page; --pictures <folder> takes screenshots',
    load: () => import('./measure-console'),
  },
  'measure-page': { what: 'the connect page on a slow phone', load: () => import('./measure-page') },
  soak: {
    what: 'randomised confirms with faults; --runs, --seed',
    load: () => import('./soak'),
    needsNoBuild: true,
  },
  depth: {
    what: 'the tests that are too long for npm test',
    load: () => import('./depth'),
  },
  'bad-redis': {
    what: 'users connect while Redis is full, a replica, silent or down; --day, --users',
    load: () => import('./bad-redis'),
  },
  'soak-deploy': {
    what: 'presses on pages of one build at another build, behind nginx',
    load: () => import('./soak-deploy'),
    needsNoBuild: true,
  },
  glewlwyd: {
    what: "sign-in, console and sign-out with Debian's Glewlwyd as the login",
    load: () => import('./glewlwyd'),
  },
  'login-servers': {
    what: 'sign-in, connect, sign-out and doctor with LemonLDAP::NG, django-oauth-toolkit, better-auth and Authlib; --server',
    load: () => import('./login-servers'),
  },
  'login-examples': {
    what: "sign-in by the documented examples for Flask, PHP and Rails, with Debian's packages",
    load: () => import('./login-examples'),
  },
  proxies: {
    what: 'connects, exports and uploads behind nginx, Caddy, HAProxy, Apache and Varnish, by the guide and as they come',
    load: () => import('./proxies'),
  },
  image: {
    what: 'the steps of the image’s first stage, as another user in an empty folder',
    load: () => import('./image'),
    needsNoBuild: true,
  },
  mutate: {
    what: 'breaks places of the code one by one, and counts what the tests notice; --places, --seed, --checkout, --browser',
    load: () => import('./mutate'),
    needsNoBuild: true,
  },
  screenshots: { what: "the README's pictures", load: () => import('./screenshots') },
}

const [name = '', ...options] = process.argv.slice(2)
const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
if (tool) {
  // Remove the name of the tool, so that the tool finds only its options.
  process.argv.splice(2, Infinity, ...options)
  if (!tool.needsNoBuild) ensureAppBuild()
  await tool.load()
} else {
  console.log('npm run lab -- <tool> [options]\n')
  for (const [known, { what }] of Object.entries(tools)) console.log(`  ${known.padEnd(20)}${what}`)
  console.log('\nlab/README.md says more.')
  if (name !== '') process.exitCode = 1
}
