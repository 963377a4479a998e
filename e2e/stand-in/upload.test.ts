import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secondInMs } from './clock'
import { startFixture, type Fixture } from './test-support'

let fixture: Fixture

beforeAll(async () => {
  fixture = await startFixture()
})
afterAll(() => fixture.standIn.close())
beforeEach(() => fixture.control.reset())

const csv = 'event_id,note\r\nrun-a,first\r\nrun-b,"two\nlines, ""quoted"""\r\nrun-c\r\n\r\nrun-d,last'
const file = (text = csv) => new File([text], 'runs.csv', { type: 'text/csv' })

function form(...parts: readonly [name: string, value: File | string][]): FormData {
  const data = new FormData()
  for (const [name, value] of parts) data.append(name, value)
  return data
}

const send = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  fixture.call('/task_batch_uploads', { method: 'POST', body: body ?? null, headers })

describe('a batch upload', () => {
  test('is answered with exactly the result, and told of in full', async () => {
    const { status, body } = await send(form(['csv_file', file()]))
    expect(status).toBe(202)
    expect(Object.keys(body)).toEqual(['id', 'queued', 'failed'])
    expect(body).toMatchObject({ queued: 3, failed: 1 })
    expect(await fixture.control.uploads()).toMatchObject([
      { id: body.id, file_name: 'runs.csv', queued: 3, failed: 1 },
    ])
    expect(await fixture.control.received('upload')).toMatchObject([
      { body: null, upload: { fileName: 'runs.csv', bytes: csv.length, rows: 4 }, status: 202 },
    ])
  })

  test('passes through start, end and validate as the clock goes on', async () => {
    await send(form(['csv_file', file()]))
    const run = async () => (await fixture.control.taskRuns()).find((candidate) => candidate.event_id === 'run-a')
    const states = []
    for (const seconds of [1, 20, 40, 30, 30]) {
      await fixture.control.advanceClock(seconds * secondInMs)
      const { status, blockchain_status, validated_at } = (await run()) ?? {}
      states.push([status, blockchain_status, validated_at !== null])
    }
    expect(states).toEqual([
      ['in_progress', 'pending', false],
      ['in_progress', 'running', false],
      ['completed', 'running', false],
      ['completed', 'finished', false],
      ['completed', 'finished', true],
    ])
  })

  test('shows among the pending runs', async () => {
    await send(form(['csv_file', file()]))
    await fixture.control.advanceClock(secondInMs)
    const { body } = await fixture.call('/task_runs/pending')
    const { task_runs: runs } = body.data as { task_runs: { event_id: string }[] }
    expect(runs.slice(-3).map((run) => run.event_id)).toEqual(['run-a', 'run-b', 'run-d'])
  })

  test('may have no rows, but not no header', async () => {
    expect(await send(form(['csv_file', file('a,b\n')]))).toMatchObject({ status: 202, body: { queued: 0 } })
    expect(await send(form(['csv_file', file('')]))).toMatchObject({ status: 400 })
  })
})

describe('a credential', () => {
  const as = (token: string) => send(form(['csv_file', file()]), { authorization: `Bearer ${token}` })

  test('may be an admin’s JWT for the subnet', async () => {
    const token = await fixture.control.issueJwt()
    expect((await as(token)).status).toBe(202)
    await fixture.control.advanceClock(3600 * secondInMs)
    expect((await as(token)).status).toBe(401)
  })

  test('401 where it is wrong', async () => {
    const [header, payload] = (await fixture.control.issueJwt()).split('.')
    for (const token of ['nonsense', `${header}.${payload}.`, `${header}.${payload}.AAAA`]) {
      expect(await as(token)).toMatchObject({ status: 401, body: { error: 'Invalid or missing token' } })
    }
  })

  test('403 where it is another’s', async () => {
    const other = await fixture.control.otherSubnet()
    for (const token of [
      await fixture.control.issueJwt({ role: 'member' }),
      await fixture.control.issueJwt({ subnetId: other.subnetId }),
      other.apiKey,
    ]) {
      expect(await as(token)).toMatchObject({ status: 403, body: { error: 'Forbidden' } })
    }
  })
})

describe('400', () => {
  test.each([
    ['no part', form()],
    ['no file', form(['csv_file', 'a,b'])],
    ['no multipart', 'a,b'],
  ])('CSV file is required: %s', async (_, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { error: 'CSV file is required' } })
  })

  test.each([
    ['other: unexpected part', form(['other', file()])],
    ['note: unexpected part', form(['csv_file', file()], ['note', 'x'])],
    ['csv_file: must be given once', form(['csv_file', file()], ['csv_file', file()])],
  ])('%s', async (error, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { error } })
  })

  test('for a body that stops short', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const start = '--x\r\nContent-Disposition: form-data; name="csv_file"; filename="a.csv"\r\n\r\na,b\r\n'
    expect(await send(`${start}1,2\r\n--x--\r\n`, type)).toMatchObject({ status: 202 })
    expect(await send(`${start}1,2\r\n--x`, type)).toMatchObject({ status: 400 })
    expect(await send(`${start}1,2\r\n--xy\r\n`, type)).toMatchObject({ status: 400 })
  })
})

test('what came of an upload that broke off is told', async () => {
  const { baseUrl, subnetId, apiKey } = fixture.standIn
  const broken = request(`${baseUrl}/subnets/${subnetId}/task_batch_uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1_000_000,
    },
  }).on('error', () => {})
  broken.write('--x\r\nContent-Disposition: form-data; name="csv_file"; filename="a.csv"\r\n\r\na\n' + '1\n'.repeat(99))
  const upload = async () => (await fixture.control.received('upload'))[0]?.upload
  await expect.poll(upload, { interval: 5 }).toMatchObject({ fileName: 'a.csv', rows: 97 })
  broken.destroy()
  expect(await fixture.control.uploads()).toEqual([])
})
