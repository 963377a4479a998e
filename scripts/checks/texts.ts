import { consoleMessages } from '../../lib/messages/compiled'
import type { ConsoleTextKey, ConsoleTexts } from '../../lib/messages/keys'
import { textsOf, type TextValues } from '../../lib/messages/texts'

/** The doctor speaks English, and of no brand: it can run where there is no skin. */
const brand = { name: 'this app', service: 'the service', operator: 'the operator', connectLabel: 'Connect' }
let texts: ConsoleTexts | undefined

/** What the console says of the same thing. */
export function consoleText(key: ConsoleTextKey, values?: TextValues): string {
  // They take a while to compile, and a command that succeeds may need none.
  texts ??= textsOf('en', consoleMessages('en', brand))
  const words = texts(key, values)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
