import {
  WalletAccountError,
  WalletConfigError,
  WalletConnectionError,
  WalletNotConnectedError,
  WalletPublicKeyError,
} from '@solana/wallet-adapter-base'
import { expect, it } from 'vitest'
import { walletFailureOf, type SimpleFailure } from './errors'

/** What wallets throw, and the problems while connecting and while signing. */
const thrown: readonly (readonly [unknown, SimpleFailure, SimpleFailure])[] = [
  [error('User rejected the request.', 4001), 'declined', 'not_signed'],
  [{ code: '4001' }, 'declined', 'not_signed'],
  ['User rejected the request.', 'declined', 'not_signed'],
  [{ message: 'Plugin Closed' }, 'declined', 'not_signed'],
  [error('Approval Denied'), 'declined', 'not_signed'],
  [error('authorization request declined'), 'declined', 'not_signed'],
  [error('sign request declined', -3), 'declined', 'not_signed'],
  [{ code: -32603, data: { originalError: { code: 4001 } } }, 'declined', 'not_signed'],
  [error('{"code":4001,"message":"Rejected"}'), 'declined', 'not_signed'],
  [error('The popup has been closed by the user'), 'declined', 'not_signed'],
  [{ code: 'ACTION_REJECTED' }, 'declined', 'not_signed'],
  [error('Signing off-chain messages with Ledger is not yet supported'), 'cannot_sign', 'cannot_sign'],
  [error('[unsupported] signing off chain messages with ledger is not yet supported'), 'cannot_sign', 'cannot_sign'],
  [error('Keystone does not support message signing'), 'cannot_sign', 'cannot_sign'],
  [error('Not implemented'), 'failed', 'cannot_sign'],
  [error('Method not found', -32601), 'failed', 'cannot_sign'],
  [{ code: -32002, message: 'Requested resource not available' }, 'dialog_open', 'dialog_open'],
  [error('Approve or reject the open request first.', -32002), 'dialog_open', 'dialog_open'],
  [error('Request of type connect already pending'), 'dialog_open', 'dialog_open'],
  [
    { code: 4100, message: 'The requested method and/or account has not been authorized by the user.' },
    'disconnected',
    'disconnected',
  ],
  [error('Disconnected', 4900), 'disconnected', 'disconnected'],
  [error('https://subnet.example is not an approved origin'), 'disconnected', 'disconnected'],
  [error('authorization request failed', -1), 'declined', 'disconnected'],
  [error('auth_token not valid for signing'), 'disconnected', 'disconnected'],
  [error('The wallet session dropped unexpectedly (1006: ).'), 'disconnected', 'disconnected'],
  [error('The wallet session was closed before connection.'), 'given_up', 'given_up'],
  [error('Failed to connect to the wallet websocket at ws://localhost:50000/solana-wallet.'), 'no_app', 'no_app'],
  [error('Found no installed wallet that supports the mobile wallet protocol.'), 'no_app', 'no_app'],
  [error('Wallet connection timed out'), 'no_app', 'no_app'],
  [error('Local network access is blocked.', 'ERROR_LOOPBACK_ACCESS_BLOCKED'), 'apps_blocked', 'apps_blocked'],
  [error('Wallet is locked'), 'locked', 'locked'],
  [error('Extension context invalidated.'), 'stale', 'stale'],
  [error('Could not establish connection. Receiving end does not exist.'), 'stale', 'stale'],
  [error('No Solana accounts found'), 'no_account', 'no_account'],
  [error('Internal error', -32603), 'failed', 'failed'],
  [null, 'failed', 'failed'],
  [undefined, 'failed', 'failed'],
  [7, 'failed', 'failed'],
  ['text', 'failed', 'failed'],
  [{}, 'failed', 'failed'],
  // The adapters' own.
  [new WalletAccountError(), 'no_account', 'cannot_sign'],
  [new WalletPublicKeyError(), 'no_account', 'no_account'],
  [new WalletConfigError(), 'cannot_sign', 'cannot_sign'],
  [new WalletNotConnectedError(), 'disconnected', 'disconnected'],
  [new WalletConnectionError('The site is blocked.'), 'failed', 'failed'],
  [new Error('Failed', { cause: { code: 'ERROR_LOOPBACK_ACCESS_BLOCKED' } }), 'apps_blocked', 'apps_blocked'],
]

function error(message: string, code?: number | string): Error {
  return Object.assign(new Error(message), code !== undefined && { code })
}

it('walletFailureOf finds what wallets throw, also inside the error of an adapter', () => {
  for (const [error, connecting, signing] of thrown) {
    const message = error instanceof Error ? error.message : undefined
    for (const each of [error, new WalletConnectionError(message, error)]) {
      const label = JSON.stringify([error, String(error)])
      expect(walletFailureOf(each, 'connecting'), label).toBe(connecting)
      expect(walletFailureOf(each, 'signing'), label).toBe(signing)
    }
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

it('walletFailureOf returns failed for an error that contains itself, or that cannot be read', () => {
  const circular: { error?: unknown } = {}
  circular.error = circular
  const throwing = {
    get message() {
      throw new Error('This wallet is broken.')
    },
  }
  for (const error of [circular, throwing]) expect(walletFailureOf(error, 'connecting')).toBe('failed')
})
