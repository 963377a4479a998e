import { expect, it } from 'vitest'
import { checkConnectUrl } from './connect-url'

it('checkConnectUrl finds the rules that a connect URL breaks', () => {
  for (const [url = '', ...broken] of [
    ['https://connect.example/connect'],
    ['http://connect.example/connect', 'https'],
    ['http://localhost:3000/connect', 'https'],
    ['https://connect.example/connect?a=1', 'no_query'],
    ['https://connect.example/connect?', 'no_query'],
    ['https://connect.example/connect#a', 'no_fragment'],
    ['https://connect.example/connect#', 'no_fragment'],
    ['http://connect.example/connect?#', 'https', 'no_query', 'no_fragment'],
  ]) {
    const rules = checkConnectUrl(url)
    expect(rules).toHaveLength(3)
    expect(
      rules.filter(({ isMet }) => !isMet).map(({ rule }) => rule),
      url,
    ).toEqual(broken)
  }
})
