import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { appVariables } from './harness/app-variables'
import { startAtTerminal } from './harness/pseudo-terminal'
import { startRedis } from './harness/redis'
import {
  bundled,
  endOf,
  runSubnet,
  spawnSubnet,
  startForTest as startStandIn,
  useSubnet,
  variablesOf,
} from './test-subnet'

/* `subnet upload` changes data, and `subnet key` counts towards the limit of users' calls. */

useSubnet()

const header = 'task_id,event_id'
const goodFile = `${header}\n1,2\n3,4\n`

/** Starts a stand-in, and writes a file. */
async function startForTest(content = goodFile) {
  const test = await startStandIn()
  const file = join(test.folder, 'runs.csv')
  writeFileSync(file, content)
  return { ...test, file }
}

describe.concurrent('subnet upload', { timeout: 60_000 }, () => {
  it("prints only the batch's ID to stdout when the service accepts the file", async () => {
    const { standIn, control, file } = await startForTest()
    const { code, stdout, stderr } = await runSubnet(standIn, ['upload', file, '--yes'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Uploaded: 2 rows queued\n' })
    expect(await control.uploads()).toEqual([
      expect.objectContaining({ id: stdout.trimEnd(), file_name: 'runs.csv', queued: 2, failed: 0 }),
    ])
  })

  it('exits with 3 and reports failed rows when the service has not accepted all rows', async () => {
    const { standIn, file } = await startForTest(`${goodFile}5\n`)
    const { code, stdout, stderr } = await runSubnet(standIn, ['upload', file, '--yes'])
    expect(code).toBe(3)
    expect(stdout).toMatch(/^[0-9A-Z]{26}\n$/)
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^1 row has more or fewer cells than the header, which has 2\./),
      'Line 4: 1 cell',
      'Uploaded: 2 rows queued, 1 failed',
      expect.stringMatching(/doesn’t say which rows failed/),
      '',
    ])
  })

  it.each([
    ['misses a column of --columns', ['--columns', 'task_id, run_id'], {}, goodFile, 'Missing column: run_id.'],
    [
      'misses a column of TASK_BATCH_COLUMNS',
      [],
      { TASK_BATCH_COLUMNS: 'run_id' },
      goodFile,
      'Missing column: run_id.',
    ],
    ['has no rows', [], {}, `${header}\n`, 'The file has a header row, but no rows below it.'],
    ['is not UTF-8', [], {}, Buffer.from(goodFile, 'utf16le').toString('latin1'), 'NUL character'],
  ])('exits with 3 and sends nothing when the file %s', async (_, flags, variables, content, message) => {
    const { standIn, control, file } = await startForTest(content)
    const { code, stdout, stderr } = await runSubnet(standIn, ['upload', file, '--yes', ...flags], { variables })
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain(message)
    expect(await control.received('upload')).toEqual([])
  })

  it.each([
    [['--yes'], 'The file is missing.'],
    [['runs.csv'], 'Without a terminal to ask at, --yes must be given.'],
    [['runs.csv', '--yes', '--columns', 'task_id,'], '--columns must be names separated by commas.'],
  ])('exits with 2 and sends nothing when it is given %j', async (args, message) => {
    const { standIn, control } = await startForTest()
    const { code, stderr } = await runSubnet(standIn, ['upload', ...args])
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(await control.received('upload')).toEqual([])
  })

  it('exits with 2 and sends nothing when the file is a folder', async () => {
    const { standIn, control, folder } = await startForTest()
    const { code, stderr } = await runSubnet(standIn, ['upload', folder, '--yes'])
    expect(code).toBe(2)
    expect(stderr).toContain('FILE must be a regular file.')
    expect(await control.received('upload')).toEqual([])
  })

  it('exits with 1 when the file does not exist', async () => {
    const { standIn, folder } = await startForTest()
    const { code, stderr } = await runSubnet(standIn, ['upload', join(folder, 'none.csv'), '--yes'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^ENOENT: .*\n$/) as string })
  })

  it('uploads at a terminal only when the answer to its question is yes', async () => {
    const { standIn, control, folder, file } = await startForTest()
    const variables = variablesOf(standIn)
    for (const [answer, code, batches] of [
      ['\r', 1, 0],
      // Ctrl-D and Ctrl-C.
      ['\u0004', 1, 0],
      ['\u0003', 130, 0],
      ['y\r', 0, 1],
    ] as const) {
      const terminal = startAtTerminal([...bundled(), 'upload', file], { folder, variables })
      await terminal.waitFor('Upload runs.csv (25 bytes, rows: 2, columns: 2) to the staging environment? [y/N]')
      terminal.type(answer)
      expect(await terminal.ended()).toBe(code)
      expect(await control.uploads()).toHaveLength(batches)
    }
  })

  it('exits with 1 without sending a whole file when the file changes after the check', async () => {
    const { standIn, control, folder, file } = await startForTest()
    const command = [...bundled(), 'upload', file]
    for (const change of [() => writeFileSync(file, goodFile.replace('1', '9')), () => appendFileSync(file, '5,6\n')]) {
      writeFileSync(file, goodFile)
      const terminal = startAtTerminal(command, { folder, variables: variablesOf(standIn) })
      await terminal.waitFor('[y/N]')
      change()
      terminal.type('y\r')
      expect(await terminal.ended()).toBe(1)
      expect(terminal.shown()).toContain('The file changed after the check')
    }
    expect(await control.uploads()).toEqual([])
  })

  it.each([
    [401, false],
    [403, false],
    [500, true],
  ])(
    'exits with 1 and reports whether the service may have the rows when it answers with %i: %s',
    async (status, may) => {
      const { standIn, control, file } = await startForTest()
      await control.script('upload', { status, json: { error: `super-secret ${standIn.apiKey}` } })
      const { code, stdout, stderr } = await runSubnet(standIn, ['upload', file, '--yes'])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr.includes('may have the rows already')).toBe(may)
      expect(stderr).not.toContain(standIn.apiKey)
      expect(await control.received('upload')).toHaveLength(1)
    },
  )

  it('waits, reports the wait and sends the file again when the service limits the rate', async () => {
    const { standIn, control, file } = await startForTest()
    await control.script('upload', { status: 429, headers: { 'Retry-After': '1' }, json: { error: 'Too many' } })
    const { code, stderr } = await runSubnet(standIn, ['upload', file, '--yes'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'The service asks to wait 1 s.\nUploaded: 2 rows queued\n' })
    expect(await control.uploads()).toHaveLength(1)
  })

  it('stops waiting and sends nothing more when Ctrl-C comes while the service limits the rate', async () => {
    const { standIn, control, file } = await startForTest()
    await control.script('upload', { status: 429, headers: { 'Retry-After': '250' }, json: { error: 'Too many' } })
    const command = spawnSubnet(standIn, ['upload', file, '--yes'])
    command.stderr?.once('data', () => command.kill('SIGINT'))
    expect(await endOf(command)).toMatchObject({ code: 130, stdout: '' })
    expect(await control.received('upload')).toHaveLength(1)
  })

  it('waits for the answer when Ctrl-C comes after the whole file was sent', async () => {
    const { standIn, control, file } = await startForTest()
    await control.script('upload', { after: 'handle', delayMs: 1500, json: { id: 'BATCH', queued: 2, failed: 0 } })
    const command = spawnSubnet(standIn, ['upload', file, '--yes'])
    const ended = endOf(command)
    await vi.waitFor(async () => expect(await control.received('upload')).toHaveLength(1), 30_000)
    // In the repository, the command gets the terminal's signal and another signal from npm.
    command.kill('SIGINT')
    command.kill('SIGTERM')
    const { code, stdout, stderr } = await ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'BATCH\n' })
    expect(stderr).toContain('this waits for its answer')
  })

  it('does not send the whole file when Ctrl-C comes before the end of the file', async () => {
    const { standIn, file } = await startForTest(goodFile + '1,2\n'.repeat(4_000_000))
    // The server accepts the request, but does not read its body.
    const requests: IncomingMessage[] = []
    const server = createServer((request) => void requests.push(request)).listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const command = spawnSubnet({ ...standIn, baseUrl: `http://127.0.0.1:${port}` }, ['upload', file, '--yes'])
      const ended = endOf(command)
      await vi.waitFor(() => expect(requests).toHaveLength(1), 30_000)
      command.kill('SIGINT')
      expect(await ended).toMatchObject({ code: 130, stdout: '' })
      expect(requests[0]?.complete).toBe(false)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

describe.concurrent('with the environment of the app and its Redis', { timeout: 60_000 }, () => {
  it('upload sends the same bytes a second time only when it has --again', async () => {
    const { standIn, control, folder, file } = await startForTest()
    const redis = await startRedis()
    try {
      const variables = { ...appVariables({ standIn, port: 3000 }), REDIS_URL: redis.url }
      const first = await runSubnet(standIn, ['upload', file, '--yes'], { variables })
      expect(first).toMatchObject({ code: 0, stderr: 'Uploaded: 2 rows queued\n' })
      writeFileSync(join(folder, 'copy.csv'), goodFile)
      const args = ['upload', join(folder, 'copy.csv'), '--yes']
      const second = await runSubnet(standIn, args, { variables })
      expect(second).toMatchObject({ code: 3, stdout: '' })
      expect(second.stderr).toContain(`by subnet upload, as runs.csv`)
      expect(second.stderr).toContain(`Batch ID: ${first.stdout.trimEnd()}.`)
      expect(await control.uploads()).toHaveLength(1)
      expect(await runSubnet(standIn, [...args, '--again'], { variables })).toMatchObject({ code: 0 })
      expect(await control.uploads()).toHaveLength(2)
    } finally {
      await redis.close()
    }
  })

  it('key counts its call towards the limit of all instances', async () => {
    const { standIn, control } = await startForTest()
    const redis = await startRedis()
    try {
      const variables = { ...appVariables({ standIn, port: 3000 }), REDIS_URL: redis.url }
      expect(await runSubnet(standIn, ['key'], { variables })).toMatchObject({ code: 0, stderr: '' })
      expect(await control.received('confirm')).toHaveLength(1)
      const calls = `{subnet-connect:staging:${standIn.subnetId}:confirm}:calls`
      expect(await redis.command('ZCARD', calls)).toBe(1)
    } finally {
      await redis.close()
    }
  })

  it('key warns and makes its call without Redis when the environment of the app is incomplete', async () => {
    const { standIn, control } = await startForTest()
    const variables = { REDIS_URL: 'redis://127.0.0.1:1' }
    const { code, stdout, stderr } = await runSubnet(standIn, ['key'], { variables })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Key and subnet ID are right.\n' })
    expect(stderr).toMatch(/^REDIS_URL is not used/)
    expect(await control.received('confirm')).toHaveLength(1)
  })
})

describe.concurrent('subnet key', { timeout: 60_000 }, () => {
  it('makes one call and exits with 0 when the key is valid', async () => {
    const { standIn, control } = await startForTest()
    const ended = await runSubnet(standIn, ['key'])
    expect(ended).toEqual({ code: 0, stdout: 'Key and subnet ID are right.\n', stderr: '' })
    expect(await control.received('confirm')).toHaveLength(1)
  })

  it('exits with 1 and says what to do when the service does not accept the key', async () => {
    const { standIn } = await startForTest()
    const apiKey = 'another-key-than-that-of-the-subnet'
    const { code, stdout, stderr } = await runSubnet({ ...standIn, apiKey }, ['key'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Key not accepted \(401\)/)
    expect(stderr).toContain('Staging and production have separate keys')
    expect(stderr).not.toContain(apiKey)
  })
})
