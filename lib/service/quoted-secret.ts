import { JsonNumber } from './json'

/*
 * Whether a text gives a secret away. A service that quotes what it was sent, or what it answers, may do so in a
 * URL, in JSON or in HTML, so that the secret is there in another form than the one that is looked for.
 */

/** Shorter values are hardly secrets, and may occur in any word of a text. */
export const minSecretLength = 6

/** Forms inside forms: base64 of a URL with a percent-encoded part, and so on. */
const maxDepth = 3
/** A longer text is not looked through: it counts as giving a secret away. So does one beside more values. */
const maxLength = 4000
const maxSecrets = 50

/**
 * Whether a text has one of these secrets in it, whatever form it has there: in other case, with blanks or invisible
 * characters inside, percent-encoded, as HTML or JSON escapes, as hex or base64, or in several of these.
 *
 * @param secrets - those that are shorter than `minSecretLength` are never found.
 */
export function quotesSecret(text: string, secrets: readonly string[]): boolean {
  const wanted = [...new Set(secrets)].filter((secret) => secret.length >= minSecretLength)
  if (wanted.length === 0) return false
  if (text.length > maxLength || wanted.length > maxSecrets) return true
  const parts = wanted.flatMap(bareForms).filter((part) => part.length >= minSecretLength)
  return [...decodedForms(text)].flatMap(bareForms).some((bare) => parts.some((part) => bare.includes(part)))
}

/** Words with which a text announces an authorization code: its field's name, and the parameter of `return_url`. */
const announcesCode = /auth[\s_-]*code|(?:^|[#?&;\s])ac=/i

/** Keys whose values are no secrets, so that a message may quote them. */
const openKeys = new Set(['error', 'reason', 'status', 'expires_at', 'request_id', 'wallet_address', 'subnet_id'])

/**
 * Whether a message quotes, or may quote, a secret that came beside it in the same body: an authorization code that is
 * a number or stands in another field than `auth_code`, or the fragment of `return_url`.
 *
 * @param body - the whole body of the response, as parsed JSON.
 */
export function mayQuoteCode(message: string, body: unknown): boolean {
  if (message.length > maxLength) return true
  if ([...decodedForms(message)].some((form) => announcesCode.test(form))) return true
  return quotesSecret(message, possibleSecrets(body))
}

/** The values of a body that may be secrets: texts without blanks, numbers, and the parameters of URLs. */
function possibleSecrets(value: unknown, depth = 0): string[] {
  if (typeof value === 'number') return [String(value)]
  if (value instanceof JsonNumber) return [value.text, String(Number(value.text))]
  if (typeof value === 'string') {
    const parameters = [...value.matchAll(/[?&#;]([^=&#;]*)=([^&#;]+)/g)].flatMap(([, key = '', parameter = '']) =>
      openKeys.has(key) ? [] : [parameter],
    )
    return /\s/.test(value.trim()) ? parameters : [value.trim(), ...parameters]
  }
  if (typeof value !== 'object' || value === null || depth > 5) return []
  return Object.entries(value)
    .filter(([key]) => !openKeys.has(key))
    .flatMap(([, inner]) => possibleSecrets(inner, depth + 1))
}

/** A text and all that its parts decode to. */
function decodedForms(text: string): Set<string> {
  const forms = new Set<string>()
  let latest = [text]
  for (let depth = 0; depth <= maxDepth && latest.length > 0; depth += 1) {
    const isNew = (form: string) => form.length >= minSecretLength && !forms.has(form)
    latest = latest.filter(isNew)
    for (const form of latest) forms.add(form)
    latest = latest
      .flatMap((form) => [form, withoutGaps(form)])
      .flatMap((form) => [unescaped(form), ...decodedRuns(form)])
  }
  return forms
}

/** With percent-encoding, HTML entities and the escapes of JSON decoded once. */
function unescaped(text: string): string {
  return text
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => Buffer.from(encoded.replaceAll('%', ''), 'hex').toString('utf8'))
    .replaceAll(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi, (_entity, hex?: string, decimal?: string) =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll(/&([a-z]{2,8});/gi, (entity, name: string) => entities[name.toLowerCase()] ?? entity)
    .replaceAll(/\\(?:u\{?([0-9a-f]{4,6})\}?|x([0-9a-f]{2}))/gi, (_escape, long?: string, short?: string) =>
      characterOf(Number.parseInt(long ?? short ?? '', 16)),
    )
    .replaceAll(/\\([^ux])/g, '$1')
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  num: '#',
  equals: '=',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  period: '.',
  plus: '+',
}

const characterOf = (codePoint: number) => (codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '')

/** What the runs of a text decode to that may be hex or base64, from each place where a group may begin. */
function decodedRuns(text: string): string[] {
  const hex = [...text.matchAll(/(?:[0-9a-f]{2}[\s:,-]?){6,}/gi)].flatMap(([run]) => {
    const digits = run.replaceAll(/[^0-9a-f]/gi, '')
    return [digits, digits.slice(1)].map((part) => Buffer.from(part, 'hex').toString('utf8'))
  })
  const base64 = [...text.matchAll(/[A-Za-z0-9+/_-]{8,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('utf8')),
  )
  return [...hex, ...base64]
}

const withoutGaps = (text: string) => text.replaceAll(/[\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}"'.…]/gu, '')

/** A text without what does not tell it apart: case, width, and all but letters and digits where enough are left. */
function bareForms(text: string): string[] {
  const plain = withoutGaps(text.normalize('NFKC')).toLowerCase()
  return [plain, plain.replaceAll(/[^\p{L}\p{N}]/gu, '')]
}
