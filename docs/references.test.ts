import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { languages } from '@/lib/messages/languages'
import { exposition } from '@/lib/metrics/test-support'
import { beginAnotherProcess } from '@/lib/test-support'
import { filesLike } from './files'

/* The references of comments and documents: each one has its target. */

const files = filesLike('*.ts', '*.tsx', '*.mjs', '*.css', '*.md').filter((name) => name !== 'docs/references.test.ts')
const texts = new Map(files.map((name) => [name, readFileSync(name, 'utf8')]))
const documents = [...texts].filter(([name]) => name.endsWith('.md'))
/** The changelog also names what has gone. */
const current = documents.filter(([name]) => name !== 'CHANGELOG.md')

const withoutCodeBlocks = (markdown: string) => markdown.replace(/^ *(`{3,}|~{3,})[^]*?^ *\1 *$/gm, '')
/** A code span does not go beyond its paragraph. */
const withoutCode = (markdown: string) =>
  withoutCodeBlocks(markdown).replace(/(?<!`)(`+)(?!`)(?:(?!\n\n)[^])*?(?<!`)\1(?!`)/g, '')

/** Returns the texts of a document between its headings, each with its heading. */
const sectionsOf = (markdown: string) =>
  withoutCodeBlocks(markdown)
    .split(/^#+ /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const)

/** Returns the anchors that GitHub gives to headings. A repeated heading gets a number. */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>()
  for (const [heading] of sectionsOf(markdown)) {
    // A link shows only its text.
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = words.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-')
    let unique = anchor
    for (let number = 1; anchors.has(unique); number += 1) unique = `${anchor}-${number}`
    anchors.add(unique)
  }
  return anchors
}

/** Checks a link or an image of a document. Addresses of other sites are not checked. */
function hasTarget(path: string, target: string): boolean {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target)) return true
  const [file = '', anchor] = decodeURI(target).split('#')
  // GitHub reads an address that begins with a slash from the root of the repository.
  const linked = file === '' ? path : posix.join(file.startsWith('/') ? '.' : posix.dirname(path), file)
  if (linked.startsWith('..') || !existsSync(linked)) return false
  return anchor === undefined || anchorsOf(texts.get(linked) ?? '').has(anchor)
}

it('each link of a document leads to a file and a heading', () => {
  const links = documents.flatMap(([path, text]) =>
    Array.from(withoutCode(text).matchAll(/(?<!\\)\]\(\s*([^\s()]+)/g), ([, target = '']) => ({ path, target })),
  )
  expect(links.length).toBeGreaterThan(400)
  expect(links.filter(({ path, target }) => !hasTarget(path, target))).toEqual([])
})

it('each citation of the interface names one of its headings, and an item of its list', () => {
  const sections = sectionsOf(texts.get('docs/interface.md') ?? '')
  const items = new Map(
    sections.map(([heading, text]) => [heading, Array.from(text.matchAll(/^(\d+)\. /gm), ([, item]) => item)]),
  )
  expect(items.size).toBe(sections.length)
  const citation = /(?<=\(|; )"([A-Z][^"']*)"(?:,\s(?:step|fact|rule)s?\s([\d,\s]+(?:(?:and|to)\s\d+)?))?/g
  const cited = [...texts].flatMap(([path, text]) => {
    if (path.endsWith('.md')) return []
    // A citation can go over the end of a line of a comment.
    const comments = text.match(/^\s*(?:\{?\/\*+|\*|\/\/) .*$|(?<= \/\/ ).*$/gm) ?? []
    const joined = comments.map((line) => line.replace(/^\s*[{/*]+/, '').trim()).join(' ')
    return Array.from(joined.matchAll(citation), ([, heading = '', numbers = '']) => ({ path, heading, numbers }))
  })
  expect(cited.length).toBeGreaterThan(50)
  const wrong = cited.filter(({ heading, numbers }) => {
    const listed = items.get(heading)
    return !listed || (numbers.match(/\d+/g) ?? []).some((number) => !listed.includes(number))
  })
  expect(wrong).toEqual([])
})

it('each path that a comment or a document names exists', () => {
  const folders = String.raw`(?:\.ci|\.github|app|components|docs|e2e|lab|lib|public|scripts|skin)`
  const quoted = new RegExp(`\`(${folders}/[\\w@.[\\]/-]*)\``, 'g')
  // In a code block, only a name with an ending is a path, because a folder looks like an argument of a command.
  const typed = new RegExp(String.raw`(?<=^|\s)(${folders}/[\w@.[\]/-]+\.[a-z]+)(?=\s|$)`, 'gm')
  const named = [...texts].flatMap(([path, text]) => {
    const blocks = text.match(/^ *```[^]*?^ *```/gm)?.join('\n') ?? ''
    const matches = [...withoutCodeBlocks(text).matchAll(quoted), ...blocks.matchAll(typed)]
    return matches.map(([, target = '']) => ({ path, target }))
  })
  expect(named.length).toBeGreaterThan(300)
  expect(named.filter(({ target }) => !existsSync(target))).toEqual([])
})

/** Names of other programs, which this app or its guides use. */
const foreign = new Set(
  'COPYFILE_DISABLE HTTPS_PROXY NO_PROXY RAILWAY_DEPLOYMENT_DRAINING_SECONDS RAILWAY_DEPLOYMENT_OVERLAP_SECONDS'.split(
    ' ',
  ),
)

it('each variable that a document names exists', () => {
  const used = execFileSync('git', ['grep', '-ohwE', '[A-Z][A-Z0-9]*(_[A-Z0-9]+)+', '--', ':!*.md', ':!*.test.ts'])
  const known = new Set(used.toString().split('\n'))
  const named = current.flatMap(([path, text]) =>
    Array.from(text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g), ([, name = '']) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ name }) => !known.has(name) && !foreign.has(name))).toEqual([])
})

it('each metric that a document names exists', async () => {
  beginAnotherProcess()
  const known = new Set((await exposition()).match(/subnet_connect_\w+/g))
  const named = current.flatMap(([path, text]) =>
    Array.from(text.matchAll(/subnet_connect_\w+/g), ([name]) => ({ path, name })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ name }) => !known.has(name))).toEqual([])
})

/** Words of a document with a number that grows old, the file of the code that has this number, and its words. */
type NumberOfCode = [words: string, file: string, inCode: string]

const numbers: Record<string, NumberOfCode[]> = {
  'docs/limits.md': [
    ['5 presses of Connect a minute', 'lib/limits/index.ts', 'attempts: { times: 5, seconds: 60 }'],
    ['30 sign-ins in half an hour', 'lib/limits/index.ts', 'accounts: { times: 30, seconds: 30 * 60 }'],
    ['together use 110', '.env.example', 'CONFIRM_BUDGET_PER_MINUTE=110'],
    ['4 open ones in a browser', 'lib/connect/link.ts', 'const maxLinks = 4'],
    ['30 minutes after its arrival', 'lib/service/confirm.ts', 'connectRequestLifetimeMs = 30 * 60_000'],
    ['100,000 rows', 'lib/console/rows.ts', 'const maxRows = 100_000'],
    ['100,000 entries', '.env.example', 'CONNECT_RECORDS_MAX_ENTRIES=100000'],
    ['and 30 days by default', '.env.example', 'CONNECT_RECORDS_MAX_DAYS=30'],
    ['10,000 without Redis', 'lib/store/process-store.ts', 'const maxListEntries = 10_000'],
  ],
  'docs/skin.md': [
    ['at most 8 MB and 500 files', 'lib/skin/read-files.ts', 'const maxBytes = 8_000_000\nconst maxFiles = 500'],
    ['at most six links', 'lib/skin/brand.ts', 'const maxLinks = 6'],
    ['at most 300 characters', 'lib/skin/brand.ts', 'const maxConsentLength = 300'],
  ],
  'docs/privacy.md': [
    ['the newest 200', 'lib/console/batches.ts', 'const maxBatches = 200'],
    ['batch ID of each file 90 days', 'lib/console/batches.ts', 'const knownForDays = 90'],
  ],
  'docs/threats.md': [
    ['1,200 of each a minute', 'lib/limits/index.ts', 'arrivals: { times: 1200, seconds: 60 }'],
    ['10 seconds and 256 KB', 'lib/request/bounded-request.ts', '{ ms: 10_000, bytes: 256 * 1024 }'],
    ['an endless form after 60', 'lib/process/guard.ts', 'const formMs = 60_000'],
    ['opens at most eight', 'lib/connect/hold-cookie.ts', 'const maxOpened = 8'],
  ],
  'docs/operate/login.md': [
    ['15 minutes from **Sign in**', 'lib/auth/cookies.ts', '{ maxAge: 15 * 60 }'],
    ['10 from opening', 'lib/auth/hand-off-start.ts', 'nonceSeconds = 10 * 60'],
  ],
  'docs/operate/redis.md': [['up to 8 MiB', 'lib/store/kept-in-store.ts', 'maxBytes = 8 * 1024 * 1024']],
  'docs/operate/webhooks.md': [
    ['within 15 seconds', 'lib/jobs/delivery.ts', 'deliveryDeadlineMs = 15_000'],
    ['eleven times in 28 hours', 'lib/jobs/delivery.ts', '[2, 10, 30, 60, 120, 240, 480, 720]'],
    ['three times in about a minute', 'lib/jobs/delivery.ts', 'fewPausesMs = [5000, 30_000]'],
    ['at most 10,000 messages', 'lib/jobs/process-deliveries.ts', 'defaultMaxMessages = 10_000'],
    ['`wallet.confirmed`, `task_runs.stuck`', 'lib/jobs/message.ts', "['wallet.confirmed', 'task_runs.stuck']"],
  ],
  'docs/operate/connections.md': [['`limit` is 1 to 1000', 'app/api/connections/route.ts', 'min(1).max(1000)']],
  'docs/operate/doctor.md': [
    [
      '0 if nothing is wrong, 1 if something is wrong, 2 if',
      'scripts/doctor.ts',
      '0 if nothing is wrong, 1 if something is wrong, 2 if',
    ],
  ],
  'docs/deploy/README.md': [
    ['8,192 characters of path and query', 'lib/process/request-bounds.ts', 'addressLength: 8192'],
    ['64 KB of body', 'lib/process/request-bounds.ts', 'formBytes: 64 * 1024'],
    ['2,000 open connections', 'lib/process/guard.ts', 'const maxConnections = 2000'],
    ['`SHUTDOWN_DELAY_SECONDS` (5)', '.env.example', 'SHUTDOWN_DELAY_SECONDS=5'],
    ['`SHUTDOWN_GRACE_SECONDS` (30)', '.env.example', 'SHUTDOWN_GRACE_SECONDS=30'],
    ['`75000`, the default', '.env.example', 'KEEP_ALIVE_TIMEOUT=75000'],
  ],
  'docs/deploy/machine.md': [['The unit limits it to 1 GB', 'docs/deploy/subnet-connect@.service', 'MemoryMax=1G']],
  'README.md': [['20 from 20.19 on', 'package.json', '"node": ">=20.19"']],
}

it.each(Object.entries(numbers))('%s has the numbers of the code', (document, ofCode) => {
  for (const [words, file, inCode] of ofCode) {
    expect(readFileSync(document, 'utf8')).toContain(words)
    expect(readFileSync(file, 'utf8'), file).toContain(inCode)
  }
})

it.each([
  ['README.md', `in ${languages.size} languages`],
  ['docs/limits.md', `${languages.size} for users`],
])('%s has the number of languages', (document, words) => {
  expect(readFileSync(document, 'utf8')).toContain(words)
})
