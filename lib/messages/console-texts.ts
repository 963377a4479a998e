import 'server-only'
import { formatsOf, type Formats } from '@/lib/format'
import { brand } from '@/lib/skin'
import { compiledOnce, inBrowser, type TextsInBrowser } from './compiled'
import { consoleLanguages } from './console/index'
import type { ConsoleTextKey, ConsoleTexts, TextSelector } from './keys'
import { textsOf, type CompiledMessages } from './texts'

/** The texts of the console. */
export function consoleTexts(): ConsoleTexts {
  return textsOf<ConsoleTextKey>(brand().consoleLanguage, messages())
}

/** How the console writes numbers and times. */
export function consoleFormats(): Formats {
  return formatsOf(brand().consoleLanguage)
}

/** The texts that a browser needs, by their keys or what these begin with: for `TextsProvider`. */
export function consoleTextsForBrowser(...selectors: readonly TextSelector<ConsoleTextKey>[]): TextsInBrowser {
  return inBrowser(brand().consoleLanguage, messages(), selectors)
}

function messages(): CompiledMessages {
  const { consoleLanguage } = brand()
  return compiledOnce('console', consoleLanguage, [consoleLanguages.get('en'), consoleLanguages.get(consoleLanguage)])
}
