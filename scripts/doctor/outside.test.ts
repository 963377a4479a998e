import { expect, it } from 'vitest'
import { Deployment } from './deployment'
import { judgeArrival } from './outside'

const origin = 'https://connect.example'

/** Judges a deployment whose `/connect` redirects a whole link to this URL. */
function arrivalAt(location: string) {
  const deployment = new Deployment(new URL(origin))
  deployment.open = async (path) => {
    const isHalf = path.includes('request_id') && !path.includes('nonce')
    const headers = new Headers({ Location: path.includes('nonce') ? location : '/connect/confirm' })
    return isHalf ? { status: 400, headers: new Headers(), text: '' } : { status: 303, headers, text: '' }
  }
  return judgeArrival(deployment)
}

const withCallback = (address: string, callback: string) =>
  `${address}?redirect_uri=${encodeURIComponent(origin + callback)}`

it.each([
  ['the connect page', '/connect/confirm'],
  ['the provider of the users’ login', withCallback('https://login.example/authorize', '/api/auth/callback/oidc')],
  ['the sign-in page, because the provider is down', '/signin?callbackUrl=%2Fconnect%2Fconfirm&error=unreachable'],
])('judgeArrival holds when an arrival leads to %s', async (_, location) => {
  expect((await arrivalAt(location)).state).toBe('holds')
})

it.each([
  ['a gateway', 'https://gateway.example/login'],
  ['a login of the proxy', withCallback('https://login.example/authorize', '/oauth2/callback')],
])('judgeArrival is wrong when an arrival leads to %s', async (_, location) => {
  expect((await arrivalAt(location)).what).toContain('a whole link leads to another page')
})
