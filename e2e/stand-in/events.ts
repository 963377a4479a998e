import type { OperationName } from './operations/name'

/** A step to show to a person. It never contains a key, a nonce, a code or a body. */
interface StandInEvent {
  type: 'connect-pressed' | 'operation-answered' | 'callback-loaded' | 'code-spent' | 'webhook-received'
  /** One line to print, such as "confirm call received: 200". */
  text: string
}

export type EventListener = (event: StandInEvent) => void

export function connectPressed(name: string): StandInEvent {
  return { type: 'connect-pressed', text: `${name} pressed Connect` }
}

/** @param status - null if a script dropped the answer on purpose. */
export function operationAnswered(operation: OperationName, status: number | null): StandInEvent {
  const outcome = status ?? 'answer dropped'
  return { type: 'operation-answered', text: `${operation} call received: ${outcome}` }
}

export function callbackLoaded(): StandInEvent {
  return { type: 'callback-loaded', text: 'callback page loaded' }
}

export function codeSpent(outcome: string): StandInEvent {
  return { type: 'code-spent', text: `code spent: ${outcome}` }
}

/** @param type - the type of the message. */
export function webhookReceived(type: string): StandInEvent {
  return { type: 'webhook-received', text: `the operator's own system was told, signature verified: ${type}` }
}
