import { createServer, type IncomingMessage } from 'node:http'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listen } from '../harness/listen'
import { runSubnet, useSubnet } from './test-subnet'

/* `subnet upload` changes data, and `subnet key` counts towards the limit of users' calls. */

const test = useSubnet()

const header = 'task_id,event_id'
const goodFile = `${header}\n1,2\n3,4\n`
let file: string
beforeEach(() => {
  file = join(test.folder, 'runs.csv')
  writeFileSync(file, goodFile)
})

const run = (args: readonly string[], variables?: Record<string, string>) => runSubnet(test.standIn, args, variables)
const upload = () => run(['upload', file, '--yes'])
const uploadsReceived = (count: number) =>
  vi.waitFor(async () => expect(await test.control.received('upload')).toHaveLength(count), 15_000)

describe('subnet upload', () => {
  it("prints only the batch's ID to stdout when the service accepts the file", async () => {
    const { code, stdout, stderr } = await upload()
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Uploaded: 2 rows queued\n' })
    expect(await test.control.uploads()).toEqual([
      expect.objectContaining({ id: stdout.trimEnd(), file_name: 'runs.csv', queued: 2, failed: 0 }),
    ])
  })

  it('exits with 3 and reports failed rows when the service has not accepted all rows', async () => {
    appendFileSync(file, '5\n')
    const { code, stdout, stderr } = await upload()
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

  it('exits with 3 and sends nothing when the file has a fault that affects every row', async () => {
    for (const { content = goodFile, flags = [], variables, message } of [
      { flags: ['--columns', '["task_id","run, id"]'], message: 'Missing column: run, id.' },
      { variables: { TASK_BATCH_COLUMNS: 'run_id' }, message: 'Missing column: run_id.' },
      { content: `${goodFile},\n`, message: 'Line 4 has no values' },
    ]) {
      writeFileSync(file, content)
      const { stderr, ...ended } = await run(['upload', file, '--yes', ...flags], variables)
      expect(ended, message).toEqual({ code: 3, stdout: '' })
      expect(stderr).toContain(message)
    }
    expect(await test.control.received('upload')).toEqual([])
  })

  it('exits with an error and sends nothing when an argument is wrong or there is no such file', async () => {
    for (const [exitCode, args, message] of [
      [2, ['--yes'], 'The file is missing.'],
      [2, ['runs.csv'], 'Without a terminal to ask at, --yes must be given.'],
      [2, ['runs.csv', '--yes', '--columns', ' ,'], '--columns must be names separated by commas, or a JSON array.'],
      [2, ['runs.csv', '--yes', '--columns', '["task_id"'], '--columns must be names separated by commas, or'],
      [2, [test.folder, '--yes'], 'FILE must be a regular file.'],
      [1, [join(test.folder, 'none.csv'), '--yes'], 'ENOENT: '],
    ] as const) {
      const { code, stderr } = await run(['upload', ...args])
      expect(code, message).toBe(exitCode)
      expect(stderr).toContain(message)
    }
    expect(await test.control.received('upload')).toEqual([])
  })

  it('exits with 1 without sending a whole file when the file changes after the check', async () => {
    const changes = [() => writeFileSync(file, goodFile.replace('1', '9')), () => appendFileSync(file, '5,6\n')]
    for (const change of changes) {
      writeFileSync(file, goodFile)
      await test.control.clearReceived()
      // A busy machine needs its time to notice the request.
      await test.control.script('upload', { status: 429, headers: { 'Retry-After': '3' }, json: { error: 'Too many' } })
      const ended = upload()
      await uploadsReceived(1)
      change()
      const { code, stderr } = await ended
      expect(code).toBe(1)
      expect(stderr).toContain('The file changed after the check')
    }
    expect(await test.control.uploads()).toEqual([])
  })

  it('exits with 1 and reports whether the service may have the rows when it answers with an error', async () => {
    const error = `super-secret ${test.standIn.apiKey}`
    for (const [status, may, text] of [
      [401, false, error],
      [403, false, 'No\u001B access'],
      [500, true, error],
    ] as const) {
      await test.control.clearReceived()
      await test.control.script('upload', { status, json: { error: text } })
      const { stderr, ...ended } = await upload()
      expect(ended, String(status)).toEqual({ code: 1, stdout: '' })
      expect(stderr.includes('may have the rows already'), String(status)).toBe(may)
      expect(stderr.includes('The service says: “No  access”'), String(status)).toBe(status === 403)
      expect(stderr).not.toContain(test.standIn.apiKey)
      expect(await test.control.received('upload')).toHaveLength(1)
    }
  })

  it('waits, reports the wait and sends the file again when the service limits the rate', async () => {
    await test.control.script('upload', { status: 429, headers: { 'Retry-After': '1' }, json: { error: 'Too many' } })
    const { code, stderr } = await upload()
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'The service asks to wait 1 s.\nUploaded: 2 rows queued\n' })
    expect(await test.control.uploads()).toHaveLength(1)
  })

  it('stops when Ctrl-C comes while the service limits the rate', async () => {
    await test.control.script('upload', { status: 429, headers: { 'Retry-After': '250' }, json: { error: 'Too many' } })
    const ended = upload()
    await uploadsReceived(1)
    process.emit('SIGINT')
    expect(await ended).toMatchObject({ code: 130, stdout: '' })
    expect(await test.control.received('upload')).toHaveLength(1)
  })

  it('waits for the answer when Ctrl-C comes after the whole file was sent', async () => {
    const answer = { after: 'handle', waitsForRelease: true, json: { id: 'BATCH', queued: 2, failed: 0 } } as const
    await test.control.script('upload', answer)
    const ended = upload()
    await vi.waitFor(async () => expect(await test.control.uploads()).toHaveLength(1), 15_000)
    // In the repository, the command gets the terminal's signal and another signal from npm.
    process.emit('SIGINT')
    process.emit('SIGTERM')
    await test.control.release()
    const { stderr, ...result } = await ended
    expect(result).toEqual({ code: 0, stdout: 'BATCH\n' })
    expect(stderr).toContain('this waits for its answer')
  })

  it('does not send the whole file when Ctrl-C comes before the end of the file', async () => {
    appendFileSync(file, `1,${'2'.repeat(1000)}\n`.repeat(16_000))
    // The server accepts the request, but does not read its body.
    const requests: IncomingMessage[] = []
    const { port, close } = await listen(createServer((request) => void requests.push(request)))
    onTestFinished(close)
    const baseUrl = `http://127.0.0.1:${port}`
    const ended = runSubnet({ ...test.standIn, baseUrl }, ['upload', file, '--yes'])
    await vi.waitFor(() => expect(requests).toHaveLength(1), 15_000)
    process.emit('SIGINT')
    expect(await ended).toMatchObject({ code: 130, stdout: '' })
    expect(requests[0]?.complete).toBe(false)
  })
})

describe('subnet key', () => {
  it('makes one call when the key is valid, and warns that it does so without Redis when variables are missing', async () => {
    expect(await run(['key'])).toEqual({ code: 0, stdout: 'Key and subnet ID are right.\n', stderr: '' })
    expect(await test.control.received('confirm')).toHaveLength(1)
    const { stderr, ...ended } = await run(['key'], { REDIS_URL: 'redis://127.0.0.1:1' })
    expect(ended).toEqual({ code: 0, stdout: 'Key and subnet ID are right.\n' })
    expect(stderr).toMatch(/^REDIS_URL is not used/)
    expect(await test.control.received('confirm')).toHaveLength(2)
  })

  it('exits with 1 and says what to do when the service does not accept the key', async () => {
    const apiKey = 'another-key-than-that-of-the-subnet'
    const { stderr, ...ended } = await runSubnet({ ...test.standIn, apiKey }, ['key'])
    expect(ended).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Key not accepted \(401\)/)
    expect(stderr).toContain('Staging and production have separate keys')
    expect(stderr).not.toContain(apiKey)
  })
})
