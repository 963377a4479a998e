import { beforeEach, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import * as logging from '@/lib/log'
import * as response from '@/lib/request/after-response'
import { inRequest } from '@/lib/request/test-support'
import * as texts from '@/lib/skin/texts'
import { forgetSingletons } from '@/lib/test-support'
import { addDemoConnects, connectRecords, recordStep } from '.'

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

/** Records a step, and returns it as the console finds it. */
async function recorded() {
  inRequest(() => recordStep({ step: 'arrived', requestId, userId: undefined }))
  return vi.waitFor(async () => {
    const [record] = await connectRecords().find((each) => each.requestId === requestId, { limit: 1 })
    if (!record) throw new Error('There is no record.')
    return record
  }, 10_000)
}

beforeEach(() => {
  configure()
  forgetSingletons(/^(connect records|store|kept in store)$/)
})

it('recordStep keeps the code and the language of the request, and no language when no page of Next has one', async () => {
  const record = await recorded()
  expect(record).toMatchObject({ outcome: 'arrived', code: 'TESTREQUEST' })
  expect(record).not.toHaveProperty('language')
  vi.spyOn(texts, 'requestLanguage').mockResolvedValue('pt-BR')
  forgetSingletons(/^(connect records|store|kept in store)$/)
  expect(await recorded()).toMatchObject({ code: 'TESTREQUEST', language: 'pt-BR' })
})

it('recordStep makes a platform wait for the record', async () => {
  const wait = vi.spyOn(response, 'finishAfterResponse').mockReturnValue()
  await recorded()
  expect(wait).not.toHaveBeenCalled()
  configure({ VERCEL: '1' })
  forgetSingletons(/^(connect records|store|kept in store)$/)
  inRequest(() => recordStep({ step: 'arrived', requestId, userId: undefined }))
  await wait.mock.calls[0]?.[0]
  expect(await connectRecords().find((each) => each.requestId === requestId, { limit: 1 })).toHaveLength(1)
})

it('addDemoConnects logs that its file is missing, and adds nothing', async () => {
  const error = vi.fn()
  vi.spyOn(logging, 'log').mockReturnValue({ error } as never)
  configure({ NEXTAUTH_URL: 'http://localhost:3000', DEMO_LOGIN: '1', DEMO_CONNECTS: '/no/such/file' })
  await addDemoConnects()
  expect(error.mock.calls).toMatchObject([[{ event: 'demo connects not added', reason: 'Error' }]])
  expect(await connectRecords().newest({ limit: 1 })).toMatchObject({ rows: [] })
})
