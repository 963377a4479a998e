import { expect, it } from 'vitest'
import { Identifier } from './identifier'
import { attributesOf, htmlOf, textsOf } from './test-support'

const ulid = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const wallet = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

it('Identifier shows both ends of a long text and the end of a ULID, and keeps all of it for readers and selections', () => {
  for (const [value, width] of [
    [ulid, 'w-0'],
    [wallet, 'w-[6ch]'],
  ] as const) {
    const html = htmlOf(<Identifier value={value} what="ID" />)
    expect(attributesOf(html, '[title]', 'title')).toEqual([value])
    expect(textsOf(html, '.sr-only')).toEqual([value])
    expect(textsOf(html, '[aria-hidden] > span')).toEqual([value.slice(0, -6), value.slice(-6)])
    expect(attributesOf(html, '[aria-hidden] > span', 'class')[0]?.split(' ')).toContain(width)
  }
  for (const isWhole of [false, true])
    expect(htmlOf(<Identifier value={isWhole ? ulid : 'event-1'} what="ID" isWhole={isWhole} />)).not.toContain(
      'title=',
    )
})
