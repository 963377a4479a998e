import { describe, expect, it } from 'vitest'
import { orThrow } from './errors'
import { listConversions } from './conversions'
import { access, breakdownEntry, conversion as conversionWith, errorOf, stubFetch } from './test-support'

const entry = breakdownEntry({ bolts_earned: 41.8025 })
const conversion = conversionWith({ user_breakdown: [entry, entry] })
const answer = (conversions: unknown[], pagination: object = { page: 1, limit: 50, total: conversions.length }) =>
  Response.json({ status: 'success', data: { conversions, pagination } })

const readConversions = async (response: Response) => {
  stubFetch().mockResolvedValueOnce(response)
  return orThrow(await listConversions(access))
}

describe('listConversions, for a conversion', () => {
  it('accepts an empty breakdown', async () => {
    const { items } = await readConversions(answer([{ ...conversion, user_breakdown: [] }]))
    expect(items).toMatchObject([{ user_breakdown: [] }])
  })

  it('counts a conversion with a missing or mistyped field as unreadable without affecting the others', async () => {
    const fields = Object.keys(conversion).filter((name) => name !== 'unreadableEntries')
    for (const [field, value] of [
      ...fields.flatMap((name) => [[name, undefined] as const, [name, null] as const]),
      ['total_bolts_distributed', '190.5'],
      ['converted_at', 'yesterday'],
      ['user_breakdown', { entry }],
    ] as const) {
      const broken = { ...conversion, [field]: value }
      const page = await readConversions(answer([conversion, broken, conversion]))
      expect(page, field).toMatchObject({ items: [conversion, conversion], unreadable: 1 })
    }
  })

  it('counts an entry without one of its fields as unreadable, and reads the others', async () => {
    for (const field of Object.keys(entry)) {
      const broken = { ...entry, [field]: undefined }
      const { items } = await readConversions(answer([{ ...conversion, user_breakdown: [entry, broken, null] }]))
      expect(items, field).toEqual([{ ...conversion, user_breakdown: [entry], unreadableEntries: 2 }])
    }
  })
})

it('listConversions fails when the answer has no list or is another page', async () => {
  stubFetch().mockResolvedValueOnce(Response.json({ status: 'success', data: {} }))
  expect(await errorOf(listConversions(access))).toMatchObject({ path: 'data.conversions' })
  stubFetch().mockResolvedValueOnce(answer([conversion], { page: 3, limit: 1, total: 9 }))
  expect(await errorOf(listConversions(access, { page: 2 }))).toMatchObject({ problem: 'wrong_page' })
})

describe('listConversions, for a large response', () => {
  const mebibyte = 1024 * 1024

  /** A service with 60 conversions of 4 MiB, most of which are spaces. */
  function largeService() {
    const requested: string[] = []
    stubFetch().mockImplementation(async (url) => {
      const { searchParams } = new URL(String(url))
      const [page, limit] = [Number(searchParams.get('page_number')), Number(searchParams.get('page_size'))]
      requested.push(`${page}/${limit}`)
      const ids = Array.from({ length: limit }, (_, index) => `${(page - 1) * limit + index}`)
      const conversions = ids.map((id) => conversionWith({ conversion_id: id }))
      const text = await answer(conversions, { page, limit, total: 60 }).text()
      return new Response(text.padEnd(limit * 4 * mebibyte))
    })
    return requested
  }

  it('requests fewer conversions from the same position when the page is too large', async () => {
    const requested = largeService()
    const page = orThrow(await listConversions(access, { page: 2, limit: 20 }))
    expect(requested).toEqual(['2/20', '5/5'])
    expect(page).toMatchObject({ page: 5, limit: 5, total: 60 })
    const ids = page.items.map(({ conversion_id }) => conversion_id)
    expect(ids).toEqual(['20', '21', '22', '23', '24'])
  })

  it('reads a single conversion that is larger than a page may be, up to its own limit', async () => {
    const text = await answer([conversion], { page: 1, limit: 1, total: 1 }).text()
    stubFetch().mockResolvedValueOnce(new Response(text.padEnd(65 * mebibyte)))
    expect(await listConversions(access, { page: 1, limit: 1 })).toMatchObject({ data: { items: [conversion] } })
    const chunk = new Uint8Array(16 * mebibyte).fill(32)
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
    stubFetch().mockResolvedValue(new Response(endless))
    const error = await errorOf(listConversions(access, { page: 1, limit: 1 }))
    expect(error).toMatchObject({ name: 'ServiceProtocolError', problem: 'too_large' })
  })
})
