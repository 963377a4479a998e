import { expect, it } from 'vitest'
import { codeToQuote, newCorrelationId, proxyIdIn } from './correlation'

/** IDs of nginx, of most other proxies, and of Apache. */
const proxyIds = [
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '123e4567-e89b-12d3-a456-426614174000',
  'aScrnmHCzfg5T9W7@UqNVgAAAAE',
]

it('proxyIdIn returns the id of the proxy, and undefined when it has sent none, several or another text', () => {
  for (const id of proxyIds) expect(proxyIdIn(id)).toBe(id)
  const texts = ['', 'chosen', 'call-0800-123456', 'x'.repeat(37), 'two words of a stranger', '"},{"level":"50"}___']
  for (const id of [...texts, 'line\nline'.repeat(3), 'é'.repeat(32), undefined, [proxyIds[0] ?? '', 'b']]) {
    expect(proxyIdIn(id), String(id)).toBeUndefined()
  }
})

it('newCorrelationId creates a different code of ten characters each time', () => {
  const codes = Array.from({ length: 1000 }, newCorrelationId)
  expect(new Set(codes).size).toBe(1000)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
})

it('codeToQuote returns a code, and null for a text that cannot be one', () => {
  expect(codeToQuote('7K2QXV9M4T')).toBe('7K2QXV9M4T')
  const phoneNumbers = ['CALL-0800-123456', '8005551234']
  const otherLengths = ['', '7K2QXV9M4', '7K2QXV9M4TX']
  for (const code of [
    ...phoneNumbers,
    ...otherLengths,
    ...proxyIds,
    'evil.example',
    '<b>',
    undefined,
    ['7K2QXV9M4T'],
  ]) {
    expect(codeToQuote(code), String(code)).toBeNull()
  }
})
