import { expect, test } from './fixtures'
import { makeSkinFolder } from './harness/skin-folder'
import { brand } from './texts'

/* What a browser gets of a skin, asked by HTTP. How a skin is read and refused is tested beside lib/skin. */

/** The address of the skin's theme, under the name that pages give the skin's files. */
async function themeUrl(origin: string): Promise<string> {
  const [folder] = /\/skin\/[0-9a-f]{12}\//.exec(await (await fetch(origin)).text()) ?? []
  expect(folder).toBeDefined()
  return `${origin}${folder}theme.css`
}

test('its files may be kept for good under their own name, and are not under another one', async ({ request, app }) => {
  const url = await themeUrl(app.origin)
  const theme = await request.get(url)
  expect(theme.status()).toBe(200)
  expect(theme.headers()).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(theme.headers()['content-security-policy']).toContain('sandbox')
  expect(await theme.text()).toContain('--skin-accent')

  const ofAnother = await request.get(url.replace(/[0-9a-f]{12}/, '0123456789ab'))
  expect(ofAnother.status()).toBe(200)
  expect(ofAnother.headers()['cache-control']).toBe('no-store')
})

test('one scheme alone holds for the default colours too', async ({ browser, startVariant }, testInfo) => {
  const theme = ':root { color-scheme: light; --skin-accent: #1f3aae }'
  const app = await startVariant({ SKIN_DIR: await makeSkinFolder(testInfo.outputPath('skin'), theme) })
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme })
    await page.goto(app.origin)
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(244, 245, 247)')
    await page.close()
  }
})

test('nothing else is there', async ({ request, app }) => {
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
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(404)
    expect(await answer.text(), path).toBe('')
  }
})

test('a language that is chosen is remembered, and the browser goes back to its page', async ({ request, app }) => {
  const choose = (language: string, referer?: string) =>
    request.get(`${app.origin}/language/${language}`, {
      maxRedirects: 0,
      headers: referer === undefined ? {} : { referer },
    })

  const chosen = await choose('en', `${app.origin}/signin?lang=de&error=x`)
  expect(chosen.status()).toBe(303)
  expect(chosen.headers()).toMatchObject({
    location: '/signin?error=x',
    'cache-control': expect.stringContaining('no-store'),
  })
  expect(chosen.headers()['set-cookie']).toMatch(/^lang=en; Path=\/; Expires=[^;]+; Max-Age=31536000; HttpOnly; SameSite=lax$/)

  for (const language of ['tlh', 'en%3B%20Domain=elsewhere.example', '..%2Fen']) {
    const answer = await choose(language, 'https://elsewhere.example/')
    expect(answer.status(), language).toBe(303)
    expect(answer.headers()['location']).toBe('/')
    expect(answer.headers()).not.toHaveProperty('set-cookie')
  }
})

test('a page says in which language it is, whatever is asked for', async ({ request, app }) => {
  for (const [query, accepted] of [
    ['', 'tlh'],
    ['?lang=..%2F..%2Fetc', `en;q=0.1,${'x'.repeat(5000)}`],
    ['?lang=__proto__', '*'],
  ]) {
    const page = await request.get(`${app.origin}/${query}`, { headers: { 'Accept-Language': accepted ?? '' } })
    expect(page.status()).toBe(200)
    expect(page.headers()).not.toHaveProperty('set-cookie')
    expect(await page.text()).toMatch(/<html lang="[a-zA-Z-]+" dir="(ltr|rtl)"/)
  }
})

test('every page has its name, its icon, and its colour for the bars of a phone', async ({ request, app }) => {
  const page = await (await request.get(app.origin)).text()
  expect(page).toContain(`<title>${brand.name}</title>`)
  expect(page).toContain(`<meta property="og:site_name" content="${brand.name}"/>`)
  const light = `<meta name="theme-color" content="${brand.themeColor.light}" media="(prefers-color-scheme: light)"/>`
  expect(page).toContain(light)
  for (const [, path] of page.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)) {
    expect((await request.get(app.origin + path)).headers()['content-type']).toMatch(/^image\//)
  }
  expect((await request.get(`${app.origin}/favicon.ico`)).headers()['content-type']).toBe('image/x-icon')
})
