import { expect, test } from '../fixtures'
import { Visitor } from '../harness/visitor'
import { brand, files, schemes } from '../texts'

/*
 * The files and values of a skin in HTTP responses. The tests in `lib/skin` check how the app reads and refuses a skin.
 */

/** Returns the URL of the skin's theme, with the folder name that pages use. */
async function themeUrl(origin: string): Promise<string> {
  const [folder] = /\/skin\/[0-9a-f]{12}\//.exec((await new Visitor(origin).send('/')).body) ?? []
  expect(folder).toBeDefined()
  return `${origin}${folder}theme.css`
}

test('browsers may cache a file of a skin forever only under its current name', async ({ app }) => {
  const visitor = new Visitor(app.origin)
  const url = await themeUrl(app.origin)
  const theme = await visitor.send(url)
  expect(theme.status).toBe(200)
  expect(theme.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(theme.headers['content-security-policy']).toContain('sandbox')
  expect(theme.body).toContain('--skin-accent')

  const underOtherName = await visitor.send(url.replace(/[0-9a-f]{12}/, '0123456789ab'))
  expect(underOtherName.status).toBe(200)
  expect(underOtherName.headers['cache-control']).toBe('no-store')
})

test('the URLs of the skin answer 404 for other files', async ({ app }) => {
  const url = await themeUrl(app.origin)
  for (const path of [
    url.replace('theme.css', 'brand.json'),
    url.replace('theme.css', 'messages/en.json'),
    url.replace('theme.css', 'no-such.css'),
    url.replace('theme.css', '..%2F..%2Fpackage.json'),
    url.replace('theme.css', '..%5C..%5Cpackage.json'),
    url.replace('theme.css', 'theme.css%00.png'),
    url.replace('/theme.css', ''),
    `${app.origin}/skin/x`,
  ]) {
    const answer = await new Visitor(app.origin).send(path)
    expect([answer.status, answer.body], path).toEqual([404, ''])
  }
})

test('the start page has the name, icons and theme colours of the skin', async ({ app }) => {
  const visitor = new Visitor(app.origin)
  const page = (await visitor.send('/')).body
  expect(page).toContain(`<title>${brand.name}</title>`)
  expect(page).toContain(`<meta property="og:site_name" content="${brand.name}"/>`)
  const [scheme, ...others] = schemes
  const media = others.length > 0 ? ` media="(prefers-color-scheme: ${scheme})"` : ''
  expect(page).toContain(`<meta name="theme-color" content="${brand.themeColor[scheme]}"${media}/>`)
  expect(page).toContain(`<meta name="color-scheme" content="${schemes.join(' ')}"/>`)
  for (const [, path] of page.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)) {
    expect((await visitor.send(path ?? '')).headers['content-type']).toMatch(/^image\//)
  }
  expect((await visitor.send('/robots.txt')).body).toContain('Disallow: /')
})

test('an optional file answers 404 when the skin lacks it, and /favicon.ico with its icon', async ({ app }) => {
  const visitor = new Visitor(app.origin)
  for (const [path, ...names] of [
    ['/favicon.ico', 'favicon.ico', 'icon.svg', 'icon.png'],
    // The app has no default contact for vulnerabilities.
    ['/.well-known/security.txt', 'security.txt'],
  ] as const) {
    const { status, headers } = await visitor.send(path)
    const file = names.map((name) => files.get(name)).find(Boolean)
    expect([status, headers['content-type']], path).toEqual(file ? [200, file.type] : [404, undefined])
  }
})

test('browsers without light-dark() get the light colours of the default theme', async ({ app }) => {
  const page = (await new Visitor(app.origin).send('/')).body
  const [, fallback = ''] =
    /@supports not \(color: light-dark\(red, red\)\)\s*\{(.*?--skin-page:.*?)\}/s.exec(page) ?? []
  expect(fallback).toMatch(/--skin-page:\s*#f4f5f7/)
  expect(fallback).not.toContain('light-dark(')
})
