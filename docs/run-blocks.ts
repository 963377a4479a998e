import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { filesLike } from './files'

/*
 * Runs the blocks of each guide in one POSIX shell. The standard tools refuse what only GNU's have, and programs that need
 * a network or another machine only record their arguments.
 */

/** The standard tools, each with a pattern of the short options that only GNU's has, or that differ on macOS. */
export const standardTools: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'awk basename cat cut dirname head ls rm tail tee tr touch uniq wc'.split(' ').map((name) => [name, '']),
  ),
  chmod: '-c',
  cp: '-*[abdTtu]*',
  date: '-*[dI]*',
  find: '-printf',
  grep: '-*[Pz]*',
  install: '-*[DTt]*',
  ln: '-*[rTt]*',
  mkdir: '-*Z*',
  mktemp: '-*p*',
  mv: '-*[bTtu]*',
  sed: '-*[irsz]*',
  sort: '-*V*',
  tar: '-*J*',
  xargs: '-*[dr]*',
}

/** Programs that record their arguments. Some also do a part of their work. */
const recorders: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      'adduser apachectl apt-get caddy certbot chown curl docker gh haproxy hitch journalctl npx node nginx npm ' +
      'systemctl varnishd'
    )
      .split(' ')
      .map((name) => [name, '']),
  ),
  git: 'case $1 in clone) /bin/cp -R "$TEMPLATE" "$3"; printf %s "$SETTINGS" > "$3/.env.local" ;; rev-parse) echo abc1234 ;; esac',
  // A file or a folder that it cannot find is an error, so that the working directory must be right.
  kubectl: `for word; do
    case $word in --from-*=*|--cert=*|--key=*) test -r "\${word#*=}" || exit 1 ;; esac
    test "$last" != -k || test -d "$word" || exit 1
    last=$word
  done`,
  // The machine at the other end is this one.
  ssh: 'exec /bin/sh -ec "$2"',
}

/** Blocks that are only parsed, by a part of their text, with the reason. */
const onlyParsed: Readonly<Record<string, string>> = {
  'gh release download': 'the tarball does not exist',
}

/** Guides that begin outside of a checkout. */
const beginOutside = new Set(['docs/deploy/kubernetes.md', 'lib/service/README.md'])

const isSettings = (block: string) => /^(?:(?:#.*|[A-Z]\w*=.*)?\n)*$/.test(block)
export const guides = filesLike('*.md').flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const blocks = [...text.matchAll(/^( *)```(?:sh|bash|shell|console|zsh)\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
  const commands = blocks.filter((block) => !isSettings(block))
  return commands.length > 0 ? [{ file, text, blocks: commands }] : []
})

export const blocksOf = (file: string): readonly string[] => guides.find((guide) => guide.file === file)?.blocks ?? []

const folder = mkdtempSync(join(tmpdir(), 'guides-'))
const tools = join(folder, 'tools')
export const template = join(folder, 'template')
export const endRuns = (): void => rmSync(folder, { recursive: true, maxRetries: 10 })

export const settings = `SERVICE_ENVIRONMENT=production
SUBNET_ID='01ARZ3NDEKTSV4RRFFQ69G5FAV'
SERVICE_API_KEY=key_12345
NEXTAUTH_URL=https://connect.example.com
NEXTAUTH_SECRET=secret-1
HOLD_PASSWORD=secret-2
`
export const prefix = 'subnet-connect:production:01ARZ3NDEKTSV4RRFFQ69G5FAV:'

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
}

export function prepareRuns(): void {
  const find = ['-c', 'for name; do command -v "$name"; done', '-', ...Object.keys(standardTools)]
  const programs = execFileSync('sh', find, { encoding: 'utf8' }).trim().split('\n')
  for (const [index, [name, refused]] of Object.entries(standardTools).entries()) {
    const pattern = ['--?*', ...(refused ? [refused] : [])].join('|')
    const check = `for word; do case $word in --) break ;; ${pattern}) echo "${name}: illegal option $word" >&2; exit 64 ;; esac; done`
    write(join(tools, name), `#!/bin/sh\n${check}\nexec ${programs[index]} "$@"\n`, 0o755)
  }
  for (const [name, work] of Object.entries(recorders)) {
    write(join(tools, name), `#!/bin/sh\necho "${name} $*" >> "$RECORD"\n${work}\n`, 0o755)
  }
  write(join(tools, 'openssl'), '#!/bin/sh\nexec /usr/bin/env -i /usr/bin/openssl "$@" 2> /dev/null\n', 0o755)
  for (const part of ['skin', 'deploy/kubernetes', 'docs/deploy', 'lib/service']) {
    cpSync(part, join(template, part), { recursive: true })
  }
  write(join(template, '.env.local'), settings)
  write(join(template, '.next/standalone/server.js'), '')
  // As if a careful user had built it: the service's own user must be able to read the copy.
  write(join(template, '.next/standalone/secret.js'), '', 0o600)
}

type Paths = [home: string, machine: string, record: string, log: string]
interface Outcome {
  status: number | null
  stderr: string
  /** The working directory after each block that succeeded. */
  folders: string[]
  /** The calls of the programs that only record them. */
  record: string
  home: string
  checkout: string
  machine: string
}

/** Runs blocks one after another in one shell, in a home with a checkout and with the folders of a machine. */
export function run(
  file: string,
  blocks: readonly string[],
  change: { tool?: [string, string]; settings?: string } = {},
): Outcome {
  const root = mkdtempSync(join(folder, 'run-'))
  const [home, machine, record, log] = ['home', 'machine', 'record', 'log'].map((name) => join(root, name)) as Paths
  const checkout = join(home, 'subnet-connect')
  const own = join(root, 'tools')
  if (change.tool) write(join(own, change.tool[0]), `#!/bin/sh\n${change.tool[1]}\n`, 0o755)
  const folders = ['etc/nginx/sites-enabled', 'etc/nginx/conf.d', 'etc/systemd/system', 'etc/redis', 'srv', 'var/lib']
  for (const each of folders) mkdirSync(join(machine, each), { recursive: true })
  write(join(machine, 'etc/subnet-connect.env'), settings)
  write(join(machine, 'etc/nginx/nginx.conf'), 'events { worker_connections 768; }\n')
  mkdirSync(home)
  if (!blocks.some((block) => block.includes('git clone'))) cpSync(template, checkout, { recursive: true })
  for (const name of ['fullchain.pem', 'privkey.pem']) write(join(home, 'our-secrets', name), '')
  for (const name of [record, log]) write(name, '')
  const script = blocks.map((block, index) => {
    const text = block
      .replaceAll(/<([a-z][a-z ]*)>/g, (_, words: string) => words.replaceAll(' ', '-'))
      .replaceAll(/(?<=^|[\s'"=])\/(?=(?:etc|srv|var)\/)/gm, `${machine}/`)
    write(join(root, `${index}.sh`), text)
    const isRun = !Object.keys(onlyParsed).some((part) => block.includes(part))
    return isRun ? `. ${root}/${index}.sh\npwd >> ${log}` : `/bin/sh -n ${root}/${index}.sh`
  })
  const { status, stderr } = spawnSync('/bin/sh', ['-c', ['umask 022', ...script].join('\n'), '-'], {
    cwd: beginOutside.has(file) ? home : checkout,
    encoding: 'utf8',
    input: '',
    env: {
      NODE_ENV: 'test',
      PATH: `${own}:${tools}`,
      HOME: home,
      RECORD: record,
      TEMPLATE: template,
      SETTINGS: change.settings ?? settings,
    },
  })
  const places = readFileSync(log, 'utf8').trim().split('\n')
  return { status, stderr, folders: places, record: readFileSync(record, 'utf8'), home, checkout, machine }
}
