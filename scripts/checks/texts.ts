import { consoleMessages } from '../../lib/messages/catalog'
import type { ConsoleTextKey, ConsoleTexts } from '../../lib/messages/keys'
import { textsOf, type TextValues } from '../../lib/messages/texts'

/** The doctor can run without a skin, so its texts name no brand. */
const brand = { name: 'this app', service: 'the service', operator: 'the operator', connectLabel: 'Connect' }
let texts: ConsoleTexts | undefined

export function consoleText(key: ConsoleTextKey, values?: TextValues): string {
  // Compiling the texts takes a while, and a command that succeeds may need none.
  texts ??= textsOf('en', consoleMessages(brand))
  const words = texts(key, values)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
