import {
  WalletAccountError,
  WalletConfigError,
  WalletConnectionError,
  WalletNotConnectedError,
  WalletPublicKeyError,
  WalletSignMessageError,
} from '@solana/wallet-adapter-base'
import { expect, it } from 'vitest'
import { walletFailureOf } from './errors'

// components/wallet/wallet-calls.test.ts has what the wallets themselves throw.

it('walletFailureOf finds the names of the adapters, and what they wrap', () => {
  const mobile = new Error('Failed', {
    cause: Object.assign(new Error('Failed'), { code: 'ERROR_LOOPBACK_ACCESS_BLOCKED' }),
  })
  for (const [error, connecting, signing] of [
    [new WalletAccountError(), 'no_account', 'cannot_sign'],
    [new WalletPublicKeyError(), 'no_account', 'no_account'],
    [new WalletConfigError(), 'cannot_sign', 'cannot_sign'],
    [new WalletNotConnectedError(), 'disconnected', 'disconnected'],
    [new WalletConnectionError(undefined, 'User rejected the request.'), 'declined', 'not_signed'],
    [new WalletSignMessageError('Failed', mobile), 'apps_blocked', 'apps_blocked'],
  ] as const) {
    expect(walletFailureOf(error, 'connecting'), error.name).toBe(connecting)
    expect(walletFailureOf(error, 'signing'), error.name).toBe(signing)
  }
})

it('walletFailureOf reads the other fields of an error when one of them throws', () => {
  const error = {
    code: 4001,
    get error() {
      throw new Error('This wallet is broken.')
    },
  }
  expect(walletFailureOf(error, 'signing')).toBe('not_signed')
})

it('walletFailureOf returns failed for an error that says nothing, or that cannot be read', () => {
  const circular: { error?: unknown } = {}
  circular.error = circular
  const throwing = {
    get message() {
      throw new Error('This wallet is broken.')
    },
  }
  for (const error of [
    undefined,
    null,
    7,
    'text',
    {},
    circular,
    throwing,
    new WalletConnectionError('The site is blocked.'),
  ])
    expect(walletFailureOf(error, 'connecting')).toBe('failed')
})
