import type { ConnectCall, ConnectDay, ConnectRecord } from '.'

/** A press that the service has confirmed, with a proof from a wallet app. */
export const confirmedCall = {
  outcome: { kind: 'confirmed' },
  status: 200,
  code: 'CODE000001',
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  userId: 'user-1',
  walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  way: 'deep_link',
  isProven: true,
  durationMs: 120,
  attempts: 1,
} as const satisfies ConnectCall

export const connectRecord = (fields: Partial<ConnectRecord> = {}): ConnectRecord => ({
  id: 'record-1',
  at: Date.UTC(2026, 10, 20),
  outcome: 'confirmed',
  reason: null,
  status: 200,
  code: 'CODE000001',
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  isProven: false,
  durationMs: 120,
  attempts: 1,
  ...fields,
})

export const connectDay = ({
  steps,
  ...fields
}: { steps?: Partial<ConnectDay['steps']> } & Partial<Omit<ConnectDay, 'steps'>>): ConnectDay => ({
  day: '2026-11-21',
  confirmed: 0,
  refused: 0,
  reasons: {},
  steps: { arrived: 0, sign_in_failed: 0, signed_in: 0, wallet_failed: 0, form_refused: 0, cancelled: 0, ...steps },
  ways: {},
  languages: {},
  ...fields,
})
