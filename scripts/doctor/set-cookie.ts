import type { HttpResponse } from './http'

/** A cookie as a response sets it; its value is left out. */
export interface SetCookie {
  name: string
  /** Names in lower case, with their values. */
  attributes: Map<string, string>
}

/** The cookies that a response sets. */
export function cookiesOf({ headers }: Pick<HttpResponse, 'headers'>): SetCookie[] {
  return (headers['set-cookie'] ?? []).map((line) => {
    const [pair = '', ...rest] = line.split(';')
    const attributes = rest.map((text): [string, string] => {
      const [name = '', value = ''] = text.split('=')
      return [name.trim().toLowerCase(), value.trim()]
    })
    return { name: pair.slice(0, Math.max(pair.indexOf('='), 0)).trim(), attributes: new Map(attributes) }
  })
}
