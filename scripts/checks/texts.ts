import { consoleMessages } from '../../lib/messages/compiled'
import type { ConsoleTextKey } from '../../lib/messages/keys'
import { textsOf, type TextValues } from '../../lib/messages/texts'

/** The doctor speaks English, and of no brand: it can run where there is no skin. */
const brand = { name: 'this app', service: 'the service', operator: 'the operator', connectLabel: 'Connect' }
const text = textsOf<ConsoleTextKey>('en', consoleMessages('en', brand))

/** What the console says of the same thing. */
export function consoleText(key: ConsoleTextKey, values?: TextValues): string {
  const words = text(key, values)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
