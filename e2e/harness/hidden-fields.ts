/**
 * The hidden fields of the first form of a page that has this text in it: what a browser without scripts posts
 * beside what was typed, and by which the app knows its server action.
 */
export function hiddenFields(html: string, mark: string): Record<string, string> {
  const forms = html.match(/<form.*?<\/form>/gs) ?? []
  const form = forms.find((candidate) => candidate.includes(mark))
  if (!form) throw new Error(`The page has no form with ${mark}.`)
  const inputs = form.match(/<input\b[^>]*type="hidden"[^>]*>/g) ?? []
  return Object.fromEntries(inputs.map((input) => [attribute(input, 'name'), attribute(input, 'value')]))
}

function attribute(tag: string, name: string): string {
  const [, value = ''] = new RegExp(` ${name}="([^"]*)"`).exec(tag) ?? []
  return value.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
