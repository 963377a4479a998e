import { userMessages } from './catalog'
import type { TextKey } from './keys'
import { textsOf } from './texts'
import { userTextsOf } from './user-texts'

/** Returns the texts for users in English, also as the messages that a browser needs. */
export function englishTexts() {
  const brand = { name: 'Site', service: 'Rewards', operator: 'Ada', connectLabel: 'Connect' }
  const { messages, inEnglish } = userMessages('en', brand)
  return { t: userTextsOf(textsOf<TextKey>('en', messages), inEnglish), messages }
}
