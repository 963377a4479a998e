import {
  WalletAccountError,
  WalletConfigError,
  WalletConnectionError,
  WalletNotConnectedError,
  WalletPublicKeyError,
  WalletSignMessageError,
} from '@solana/wallet-adapter-base'
import { describe, expect, it } from 'vitest'
import { classifyWalletError } from './wallet-problem'

const rejected = (message: string) => Object.assign(new Error(message), { code: 4001 })

describe('classifyWalletError', () => {
  it('tells why connecting has failed', () => {
    for (const [error, problem] of [
      [new WalletConnectionError('', rejected('')), 'declined'],
      [new WalletConnectionError('', { code: '4001' }), 'declined'],
      [new WalletConnectionError(undefined, 'User rejected the request.'), 'declined'],
      [new WalletConnectionError('User rejected the request.'), 'declined'],
      [new Error('authorization request declined'), 'declined'],
      [new WalletConnectionError('The wallet is locked.'), 'locked'],
      [new WalletConnectionError('The site is blocked.'), 'failed'],
      [new WalletAccountError(), 'no_account'],
      [new WalletPublicKeyError(), 'no_account'],
      [new Error('Found no installed wallet that supports the mobile wallet protocol.'), 'no_app'],
      [new Error('Wallet connection timed out'), 'no_app'],
      [new Error('The wallet session was closed before connection.'), 'given_up'],
      [new WalletConnectionError('Internal error', { code: -32603 }), 'failed'],
      ['text', 'failed'],
      [undefined, 'failed'],
    ])
      expect(classifyWalletError(error, 'connecting'), String(error)).toBe(problem)
  })

  it('tells why signing has failed', () => {
    for (const [error, problem] of [
      [new WalletSignMessageError('', rejected('')), 'not_signed'],
      [new WalletSignMessageError('Cancelled'), 'not_signed'],
      [new WalletSignMessageError('Wallet locked'), 'locked'],
      [new WalletAccountError(), 'cannot_sign'],
      [new WalletConfigError(), 'cannot_sign'],
      [new WalletNotConnectedError(), 'disconnected'],
      [new WalletSignMessageError('Unknown'), 'failed'],
    ] as const)
      expect(classifyWalletError(error, 'signing'), String(error)).toBe(problem)
  })
})
