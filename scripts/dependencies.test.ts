import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderWith } from '@/lib/test-support'

/* What is installed, and what may run while it is installed. */

/** `name` is for a package whose folder has another one, and `os`, `cpu` and `libc` are the only platforms. */
type Entry = Partial<
  Record<'name' | 'version' | 'integrity' | 'resolved', string | undefined> &
    Record<'os' | 'cpu' | 'libc', string[]> &
    Record<'dev' | 'optional', boolean>
>

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
const packages = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ path, ...entry, name: entry.name ?? path.split('node_modules/').at(-1) }))

/** A build for another platform may have no checksum: the registry of the lock file lacks some. SECURITY.md has more. */
const isForAnotherPlatform = ({ optional, os, cpu, libc }: Entry) =>
  optional === true && [os?.includes('linux'), cpu?.includes('x64'), libc?.includes('glibc')].includes(false)

it('the lock file has the SHA-512 of each package, which comes from the registry', () => {
  expect(packages.length).toBeGreaterThan(400)
  const checksum = /^sha512-[A-Za-z0-9+/]{86}==$/
  const wrong = packages.filter(({ integrity, resolved, ...entry }) =>
    integrity === undefined ? !isForAnotherPlatform(entry) : !checksum.test(integrity) || resolved !== undefined,
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

it('each library has the major versions that docs/assurance.md lists, and jose and openid-client have one copy', () => {
  const document = readFileSync('docs/assurance.md', 'utf8')
  const section = document.split('\n### End of support\n')[1]?.split('\n## ')[0] ?? ''
  // The first cell of each row has libraries with their major versions: `bs58` 6, 5.
  const listed = [...section.matchAll(/^\| `[^|]*/gm)].flatMap(([row]) =>
    Array.from(row.matchAll(/`([^`]+)`((?:,? \d+)*)/g), ([, name = '', list = '']) => [name, list.match(/\d+/g) ?? []]),
  )
  expect(listed.length).toBeGreaterThan(10)
  const installed = listed.map(([name]) => {
    // Packages for development may have any version.
    const copies = packages.filter((entry) => entry.name === name && entry.dev !== true)
    const majors = new Set(copies.map(({ version = '' }) => version.split('.')[0]))
    return [name, [...majors].sort((a, b) => Number(b) - Number(a))]
  })
  expect(installed).toEqual(listed)
  for (const name of ['jose', 'openid-client']) expect(packages.filter((entry) => entry.name === name)).toHaveLength(1)
})

it('npm runs no install script in this project, and runs the same script without the project’s .npmrc', () => {
  for (const isHere of [true, false]) {
    const scripts = { postinstall: 'touch "$INIT_CWD/has-run"' }
    // Newer versions of npm warn about scripts that are not in this list.
    const manifest = { dependencies: { evil: 'file:evil' }, allowScripts: { evil: true } }
    const folder = folderWith({
      'evil/package.json': JSON.stringify({ name: 'evil', version: '1.0.0', scripts }),
      'package.json': JSON.stringify(manifest),
    })
    if (isHere) copyFileSync('.npmrc', join(folder, '.npmrc'))
    // npm passes the settings of this project to the tests.
    const env = { ...process.env }
    for (const name of Object.keys(env)) if (/^npm_config_/i.test(name)) delete env[name]
    execFileSync('npm', ['install', '--offline', '--install-links'], { cwd: folder, stdio: 'ignore', env })
    expect(existsSync(join(folder, 'has-run'))).toBe(!isHere)
  }
})

it('every action of the workflows has a commit, because a tag can be moved', () => {
  const folder = '.github/workflows'
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  const actions = lines.flatMap((line) => /^\s*(?:- )?uses: (.*)$/.exec(line)?.[1] ?? [])
  expect(actions.length).toBeGreaterThan(10)
  for (const action of actions) expect(action).toMatch(/^(\.\/\.github\/|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/)
  expect(lines.filter((line) => /\bnpx\b/.test(line))).toEqual([])
})
