import { readFileSync } from 'node:fs'

/** A nonce that changes if a site encodes it wrongly. */
export const awkwardNonce = 'a+b/c=&d %é'

/** The user that the login page of an example's site signs in. */
export const exampleUser = { id: 7, name: 'Zoë' }

const page = 'docs/operate/login/own-site.md'

/** Returns the first example in this language on the page about your own site. */
export function documentedExample(language: 'js' | 'ts' | 'python' | 'php' | 'ruby'): string {
  const [, code] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(readFileSync(page, 'utf8')) ?? []
  if (code === undefined) throw new Error(`${page} has no example in ${language}`)
  return code
}
