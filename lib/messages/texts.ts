import type { CompiledMessage } from 'icu-minify/format'
import format from 'icu-minify/format'
import { remembered } from './remembered'

/*
 * Texts in one language, also in browsers. The server compiles the messages (`catalog.ts`), so browsers need no parser.
 */

/** By key: `confirm.title`. */
export type CompiledMessages = Record<string, CompiledMessage>

/** The texts in one language. */
export interface TextsInBrowser {
  /** A BCP 47 tag. */
  language: string
  /** Of numbers, if it differs from the language. */
  locale?: string | undefined
  /** As JSON, because React writes and reads one long text much faster than a hundred short ones. */
  messages: string
  /** Keys that the language lacks. */
  inEnglish?: readonly string[]
}

/** A count that picks a plural form must be a number. */
export type TextValues = Record<string, string | number>

/** @throws Error if the message or one of its values is missing. */
export type Texts<Key extends string> = (key: Key, values?: TextValues) => string

/**
 * @param language - a BCP 47 tag, for the plural forms.
 * @param others - has the texts that are missing in these messages.
 * @param locale - a BCP 47 tag, for the format of numbers.
 */
export function textsOf<Key extends string>(
  language: string,
  messages: CompiledMessages,
  others?: Texts<Key>,
  locale = language,
): Texts<Key> {
  const getPluralRules: typeof formatters.getPluralRules = (_, options) => formatters.getPluralRules(language, options)
  return (key, values) => {
    const message = messages[key]
    if (message === undefined && others) return others(key, values)
    if (message === undefined) throw new Error(`There is no message "${key}" here.`)
    const text = format(message, locale, values && isolated(values), { formatters: { ...formatters, getPluralRules } })
    return typeof text === 'string' ? text : text.join('')
  }
}

/** Unicode's FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE, in effect the element `bdi`. */
export const isolateStart = '\u2068'
export const isolateEnd = '\u2069'

export const hasRtlLetters = (text: string) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text)

function isolated(values: TextValues): TextValues {
  const entries = Object.entries(values).map(([name, value]) =>
    typeof value === 'string' && hasRtlLetters(value) ? [name, isolateStart + value + isolateEnd] : [name, value],
  )
  return Object.fromEntries(entries)
}

export const readMessages = remembered((json) => JSON.parse(json) as CompiledMessages)

const formatters = {
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...options),
  getNumberFormat: (language: string, options?: Intl.NumberFormatOptions) =>
    options ? numberFormatOf(language, options) : plainNumberFormat(language),
  getPluralRules: (language: string, { type }: Intl.PluralRulesOptions) =>
    type === 'ordinal' ? new Intl.PluralRules(language, { type }) : cardinalRules(language),
}

// Arabic's default digits depend on the version of ICU, but the server and each browser must agree.
const numberFormatOf = (language: string, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(language, { numberingSystem: 'latn', ...options })

const plainNumberFormat = remembered(numberFormatOf)
const cardinalRules = remembered((language) => new Intl.PluralRules(language))
