import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listConversions, orThrow } from '@/lib/service'
import { runScript } from '../harness/command'
import type { StandIn } from '../stand-in/start'
import { accessOf, linesOf, ownSubnet, variablesOf } from '../commands/test-subnet'
import { newAccount } from '../wallet/keys'

/*
 * Copies the folder `lib/service` into another project with the examples of its README, and runs them there against the
 * stand-in.
 */

const source = join('lib', 'service')
const readme = readFileSync(join(source, 'README.md'), 'utf8')
const examples = [...readme.matchAll(/^```ts example\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
const [, shared = ''] = /^```ts access\.ts\n([\s\S]*?)^```$/m.exec(readme) ?? []
const isOfClient = (file: string) => file.endsWith('.ts') && !/\.test\.ts$|^test-support/.test(file)
const files = readdirSync(source).filter(isOfClient)
const codeOf = (file: string) => readFileSync(join(source, file), 'utf8')

let folder: string

beforeAll(async () => {
  // Inside the project, because Node must find the client's package, but outside the paths of its tsconfig.json.
  mkdirSync(join('node_modules', '.cache'), { recursive: true })
  folder = mkdtempSync(join('node_modules', '.cache', 'service-readme-'))
  for (const file of [...files, 'package.json']) cpSync(join(source, file), join(folder, 'service', file))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'access.ts'), shared)
  for (const [index, code] of examples.entries()) writeFileSync(join(folder, `example-${index + 1}.ts`), code)
  await build({
    entryPoints: examples.map((_, index) => join(folder, `example-${index + 1}.ts`)),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: folder,
  })
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.concurrent('the examples of the client', { timeout: 60_000 }, () => {
  const test = it.extend('service', ownSubnet)

  test('find the stuck task runs, and report that the service has more', async ({ service: { standIn, control } }) => {
    await control.set({ data: { openRuns: 150 } })
    const { exitCode, output, errors } = await runExample(standIn, 1)
    expect({ exitCode, errors }).toEqual({ exitCode: 3, errors: 'The service has more task runs than it lists.\n' })
    for (const line of linesOf(output)) expect(Number(line.split(' ').at(-1))).toBeGreaterThan(3600)
  })

  test('write every balance as JSON', async ({ service: { standIn } }) => {
    const { exitCode, output } = await runExample(standIn, 2)
    expect(exitCode).toBe(0)
    expect(linesOf(output)).toHaveLength(450)
  })

  test('read the bolts of a user in the conversions of a period', async ({ service: { standIn } }) => {
    const { items } = orThrow(await listConversions(accessOf(standIn), { limit: 3 }))
    const days = items.map(({ converted_at }) => converted_at)
    const user = await firstUser(standIn)
    const { exitCode, output } = await runExample(standIn, 3, { args: [dayOf(days.at(-1)), dayOf(days[0]), user] })
    expect(exitCode).toBe(0)
    expect(linesOf(output).map((line) => line.split(' ')[0])).toEqual(days)
    expect(output).toMatch(/Z \d+(\.\d+)?\n/)
  })

  test('upload a file, and print the batch', async ({ service }) => {
    const file = join(service.folder, 'runs.csv')
    writeFileSync(file, 'task_id,event_id\n1,2\n3\n')
    const { exitCode, output } = await runExample(service.standIn, 4, { args: [file] })
    const [batch] = await service.control.uploads()
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: `${batch?.id} 1 1\n` })
  })

  test('confirm a connection without printing the code or the return URL', async ({ service }) => {
    const { request_id, nonce } = await service.control.pressConnect()
    const { address } = newAccount()
    const request = { requestId: request_id, nonce, walletAddress: address, subnetUserId: 'user-1' }
    const end = await runExample(service.standIn, 5, { input: JSON.stringify(request) })
    expect(end).toEqual({ exitCode: 0, output: 'Connected. Send the browser to the return URL.\n', errors: '' })
    const again = await runExample(service.standIn, 5, {
      input: JSON.stringify({ ...request, nonce: 'another-nonce' }),
    })
    const errors = expect.stringMatching(/^Not connected: [a-z_]+\n$/) as string
    expect(again).toEqual({ exitCode: 1, output: '', errors })
  })
})

describe('the documentation of the client', () => {
  it('describes every option in its docstring, and the default of every optional time', () => {
    const interfaces =
      'ServiceAccess CallOptions WalkOptions PageQuery Dates BatchFile UploadOptions ConfirmRequest RetryRule'
    const all = files.map(codeOf).join('\n')
    for (const name of interfaces.split(' ')) {
      const [, body = ''] = new RegExp(`export interface ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(all) ?? []
      const options = [...body.matchAll(/((?: {2}\/\*\*(?:(?!\*\/)[^])*\*\/\n)?) {2}(\w+)(\?: number)?.*$/gm)]
      expect(options.length, name).toBeGreaterThan(0)
      for (const [, docstring = '', option = '', optionalNumber] of options) {
        expect(docstring, `${name}.${option}`).not.toBe('')
        if (optionalNumber && option.endsWith('Ms')) expect(docstring, `${name}.${option}`).toContain('@default')
      }
    }
  })

  it('names every error in the section of the README about errors', () => {
    const [, errors = ''] = readme.split('\n## Errors\n')
    const names = [...codeOf('errors.ts').matchAll(/\{ name: '(\w+)';/g)]
    const kinds = [
      ...codeOf('errors.ts').matchAll(/export type (?:ProtocolProblem|ListProblem|\w*ErrorKind) =([^=]*?)\n\n/g),
    ].flatMap(([, body = '']) => [...body.matchAll(/'(\w+)'/g)])
    const reasons = [...codeOf('errors.ts').matchAll(/^ {2}(\w+): \d{3},$/gm)]
    expect(new Set(names.map(([, name]) => name)).size).toBe(5)
    expect(reasons).toHaveLength(6)
    expect(kinds.length + reasons.length).toBeGreaterThan(20)
    for (const [, name = ''] of [...names, ...kinds, ...reasons]) expect(errors).toContain(`\`${name}\``)
  })
})

it('the folder of the client imports its one package and nothing else', () => {
  const clientPackage = JSON.parse(codeOf('package.json')) as {
    dependencies: object
    engines: object
    license: string
  }
  const root = JSON.parse(readFileSync('package.json', 'utf8')) as typeof clientPackage
  const { dependencies, engines, license } = clientPackage
  expect(root).toMatchObject({ dependencies, engines, license })
  const imported = files.flatMap((file) =>
    [...codeOf(file).matchAll(/from '([^'.][^']*)'/g)].map(([, name = '']) => name),
  )
  const packages = imported.filter((name) => !name.startsWith('node:')).map((name) => name.split('/')[0])
  expect(new Set(packages)).toEqual(new Set(Object.keys(dependencies)))
})

const dayOf = (time = '') => time.slice(0, 10)

async function firstUser(standIn: StandIn): Promise<string> {
  const { items } = orThrow(await listConversions(accessOf(standIn), { page: 1, limit: 1 }))
  return items[0]?.user_breakdown[0]?.user_id ?? ''
}

const runExample = (of: StandIn, number: number, { args = [], input = '' }: { args?: string[]; input?: string } = {}) =>
  runScript(join(folder, `example-${number}.js`), args, { input, variables: variablesOf(of) })
