import bs58 from 'bs58'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  confirmConnection,
  listBalances,
  listConversions,
  listPendingTaskRuns,
  listResourcesByWallet,
  orThrow,
  uploadBatch,
  walkConversions,
  type Result,
  type ServiceAccess,
} from '@/lib/service'
import { errorOf } from '@/lib/service/test-support'
import { standInControl, type StandInControl } from '../stand-in/control/client'
import type { ScriptedAnswer } from '../stand-in/control/messages'
import type { OperationName } from '../stand-in/http'
import { startStandIn, type StandIn } from '../stand-in/start'
import { newAccount, signAs, type WalletAccount } from '../wallet/keys'

/*
 * The client against the stand-in. Both implement the interface independently. The tests use unusual values for the
 * configurable names, to see whether the client sends them.
 */
const names = { signature: 'proof', from: 'since', until: 'to', page: 'page_no', limit: 'per_page', address: 'wallet' }

/** Few users, because the stand-in computes its lists at each request. */
const data = { users: 1000, breakdownUsers: 20 }

let standIn: StandIn
let control: StandInControl
let access: ServiceAccess

beforeAll(async () => {
  standIn = await startStandIn({ connectUrl: 'https://operator.example/connect', names, data })
  control = standInControl(standIn.controlUrl)
  access = { baseUrl: standIn.baseUrl, subnetId: standIn.subnetId, apiKey: standIn.apiKey, names }
})
afterAll(() => standIn.close())
beforeEach(() => control.reset())

const csv = 'task_id,event_id\r\n1,a\r\n"2","b\n""quoted"""\r\n3\r\n\r\n'
const csvFile = () => ({ name: 'runs.csv', content: new Blob([csv]).stream() })
const unknownRequest = {
  requestId: '01BX5ZZKBKACTAV9WEVGEMMVRZ',
  nonce: 'nonce',
  walletAddress: newAccount().address,
  subnetUserId: 'user-1',
}

/** The simplest call of each operation. */
const operations: Record<
  Exclude<OperationName, 'confirm'>,
  (of?: ServiceAccess, options?: { signal?: AbortSignal }) => Promise<Result<unknown>>
> = {
  pending: (of = access, options = {}) => listPendingTaskRuns(of, options),
  conversions: (of = access, options = {}) => listConversions(of, {}, options),
  balances: (of = access, options = {}) => listBalances(of, {}, options),
  resources: async (of = access, options = {}) =>
    listResourcesByWallet(of, (await control.user(5)).wallets[0] ?? '', options),
  upload: (of = access, options = {}) => uploadBatch(of, csvFile(), options),
}
const operationNames = Object.keys(operations) as (keyof typeof operations)[]
const reads = operationNames.filter((name) => name !== 'upload')

const script = (name: OperationName, answer: ScriptedAnswer) => control.script(name, answer)

it('listConversions and its walk send the dates, the page and the limit under their configured names', async () => {
  const { items } = orThrow(await listConversions(access, { limit: 10 }))
  const [from = '', until = ''] = [items[8], items[2]].map((item) => item?.converted_at.slice(0, 10))
  const between = items.slice(2, 9).map((item, index) => ({ ...item, position: index + 1 }))
  expect(await listConversions(access, { from, until })).toMatchObject({ data: { items: between, total: 7 } })
  const second = orThrow(await listConversions(access, { page: 2, limit: 5 }))
  expect(second).toMatchObject({ items: items.slice(5), page: 2, limit: 5, total: 200 })
  await control.clearReceived()
  const walked = []
  for await (const event of walkConversions(access, { from }))
    if (event.kind === 'page') walked.push(...event.page.items)
  expect(walked).toEqual(items.slice(0, 9))
  const [{ target } = { target: '' }] = await control.received('conversions')
  expect(target).toMatch(new RegExp(`\\?since=${from}&page_no=1&per_page=20$`))
})

it('listResourcesByWallet fails with another error when the name of the address parameter is wrong', async () => {
  const wrong = { ...access, names: { ...names, address: 'address' } }
  expect(await errorOf(listResourcesByWallet(wrong, newAccount().address))).toMatchObject({
    name: 'ServiceRefusedError',
    kind: 'unknown',
  })
  await script('resources', { status: 400, json: { status: 'error', error: 'wallet: wallet address is missing' } })
  expect(await errorOf(operations.resources())).toMatchObject({ kind: 'address_missing' })
})

describe('uploadBatch', () => {
  it('sends a file larger than any buffer, with its length when it is known', async () => {
    const rows = 100_000
    const file = new Blob(['task_id,event_id\n', 'task-of-a-batch,event-of-a-batch\n'.repeat(rows)])
    const upload = { name: 'groß.csv', content: file.stream(), sizeBytes: file.size }
    expect(await uploadBatch(access, upload)).toMatchObject({ data: { queued: rows, failed: 0 } })
    const [received] = await control.received('upload')
    expect(received).toMatchObject({ upload: { fileName: upload.name, bytes: file.size, rows } })
    expect(Number(received?.headers['content-length'])).toBeGreaterThan(file.size)
  })

  it('succeeds only with the JWT of a subnet admin', async () => {
    const upload = async (wish: Parameters<StandInControl['issueJwt']>[0]) =>
      uploadBatch({ ...access, apiKey: 'no-key' }, csvFile(), { adminJwt: await control.issueJwt(wish) })
    const { subnetId } = await control.otherSubnet()
    expect(await upload({})).toMatchObject({ data: { queued: 2 } })
    expect(await errorOf(upload({ role: 'member' }))).toMatchObject({ kind: 'forbidden', serviceText: 'Forbidden' })
    expect(await errorOf(upload({ subnetId }))).toMatchObject({ kind: 'forbidden' })
    expect(await errorOf(upload({ lifeMs: -1000 }))).toMatchObject({
      kind: 'unauthenticated',
      serviceText: 'Invalid or missing token',
    })
  })
})

describe('confirmConnection', () => {
  it('returns the status and the reason of each answer', async () => {
    const wallet = newAccount()
    const pressed = await control.pressConnect()
    const message = `service-connect:${pressed.request_id}:${pressed.nonce}`
    const signatureOf = (account: WalletAccount) => bs58.encode(signAs(account, message))
    const request = {
      ...unknownRequest,
      requestId: pressed.request_id,
      nonce: pressed.nonce,
      walletAddress: wallet.address,
      signature: signatureOf(wallet),
    }
    const confirm = (change: Partial<typeof request>) => confirmConnection(access, { ...request, ...change })

    const refusal = (change: Partial<typeof request>) => errorOf(confirm(change))

    expect(await refusal({ nonce: 'another' })).toMatchObject({ status: 422, kind: 'nonce_mismatch' })
    expect(await refusal({ walletAddress: 'no address' })).toMatchObject({ status: 422, kind: 'invalid_address' })
    expect(await refusal({ signature: signatureOf(newAccount()) })).toMatchObject({ kind: 'invalid_request' })
    expect(await refusal({ requestId: unknownRequest.requestId })).toMatchObject({ kind: 'request_not_found' })
    const returnUrl = expect.stringContaining('#ac=') as string
    expect(await confirm({})).toMatchObject({ data: { status: 200, returnUrl } })
    expect(await confirm({})).toMatchObject({ data: { status: 409, reason: 'already_confirmed', returnUrl } })
    expect(await control.requests()).toMatchObject([{ wallet_address: wallet.address, proven: true }])
    await control.expire(pressed.request_id, 'code')
    expect(await refusal({})).toMatchObject({ status: 409, kind: 'already_confirmed' })
    await control.expire(pressed.request_id)
    expect(await refusal({})).toMatchObject({ status: 410, kind: 'request_expired' })
    await control.set({ rate: { requests: 0, windowMs: 30_000 } })
    expect(await refusal({})).toMatchObject({ status: 429, retryAfterSeconds: 30 })
  })
})

it('confirmConnection and uploadBatch make one call when it fails', async () => {
  const calls = { confirm: () => confirmConnection(access, unknownRequest), upload: operations.upload }
  for (const name of ['confirm', 'upload'] as const) {
    await script(name, { drop: 'reset' })
    expect(await errorOf(calls[name]()), name).toMatchObject({ name: 'ServiceTransportError' })
    expect(await control.received(name), name).toHaveLength(1)
  }
  await script('upload', { status: 503, json: { error: 'busy' } })
  expect(await errorOf(operations.upload())).toMatchObject({ status: 503 })
  expect(await control.received('upload')).toHaveLength(2)
})

describe('the credentials of an operation', () => {
  it('cause a refusal when they are unknown, for another subnet or of a former admin, and otherwise an answer', async () => {
    const { subnetId, apiKey } = await control.otherSubnet()
    const unknown = { name: 'ServiceRefusedError', kind: 'unauthenticated', status: 401 }
    const forbidden = { kind: 'forbidden', status: 403 }
    for (const name of operationNames) {
      const refusal = (change: Partial<ServiceAccess>) => errorOf(operations[name]({ ...access, ...change }))
      expect(await refusal({ apiKey: 'no-key' }), name).toMatchObject(unknown)
      expect(await operations[name](), name).toMatchObject({ ok: true })
      expect(await refusal({ subnetId }), name).toMatchObject(forbidden)
      expect(await refusal({ apiKey }), name).toMatchObject(forbidden)
    }
    await control.set({ keyCreatorIsAdmin: false })
    for (const name of operationNames) expect(await errorOf(operations[name]()), name).toMatchObject(forbidden)
  })

  it('are not sent to the target of a redirect', async () => {
    const headers = { Location: `${standIn.origin}/landing/elsewhere` }
    for (const name of operationNames) {
      for (const status of [301, 302, 303, 307, 308]) {
        await script(name, { status, headers })
        expect(await errorOf(operations[name]()), `${name}, ${status}`).toMatchObject({
          name: 'ServiceProtocolError',
          problem: 'redirect',
        })
      }
    }
    expect((await control.received()).filter(({ path }) => path.startsWith('/landing'))).toEqual([])
  })
})

describe('an operation', () => {
  it('fails with the name of a missing field, and ignores a new field', async () => {
    for (const [name, field] of [
      ['pending', 'data'],
      ['conversions', 'status'],
      ['balances', 'data'],
      ['resources', 'resources'],
      ['upload', 'queued'],
    ] as const) {
      await control.changeSuccess(name, { remove: [field] })
      const error = { problem: 'unexpected_shape', path: field }
      expect(await errorOf(operations[name]()), name).toMatchObject(error)
      await control.changeSuccess(name, { set: { new_field: { deep: [1] } } })
      expect(await operations[name](), name).toMatchObject({ ok: true })
    }
  })

  it('fails with too_large when the answer is too large', async () => {
    const megabytes = { pending: 2, conversions: 65, balances: 2, resources: 17, upload: 1 }
    for (const name of operationNames) {
      await script(name, { bytes: megabytes[name] * 1024 * 1024 })
      expect(await errorOf(operations[name]()), name).toMatchObject({ problem: 'too_large' })
    }
  })

  it('ends when the caller aborts it', async () => {
    const controller = new AbortController()
    const { signal } = controller
    for (const name of operationNames) await script(name, { drop: 'hang' })
    const ended = Promise.allSettled(operationNames.map((name) => operations[name](access, { signal })))
    await vi.waitFor(async () => {
      for (const name of operationNames) expect(await control.received(name)).toHaveLength(1)
    }, 10_000)
    controller.abort('not wanted')
    expect(await ended).toEqual(operationNames.map(() => ({ status: 'rejected', reason: 'not wanted' })))
  })
})

it('a read makes another attempt after a lost connection, a cut answer and a 5xx', async () => {
  // This removes the pauses, which otherwise have a random factor from 1 to 2.
  vi.spyOn(Math, 'random').mockReturnValue(-1)
  const callAll = () => Promise.all(reads.map((name) => operations[name]()))
  for (const name of reads) {
    await script(name, { drop: 'reset' })
    await script(name, { drop: 'truncate', json: { status: 'success' } })
  }
  for (const result of await callAll()) expect(result).toMatchObject({ ok: true })
  for (const name of reads) await script(name, { status: 503, json: { error: 'busy' } })
  for (const result of await callAll()) expect(result).toMatchObject({ ok: true })
  for (const name of reads) expect(await control.received(name)).toHaveLength(5)
})
