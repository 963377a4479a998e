import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../fixtures'
import type { App } from '../harness/app'
import { parseHtml, textOf } from '../harness/html'
import { operatorName } from '../harness/people'
import { startRedis, type Redis } from '../harness/redis'
import { makeSkinFolder } from '../harness/skin-folder'
import { signIn } from '../steps'
import { visitorAs } from '../sessions'
import { consoleT, textsOfSkin } from '../texts'

/* The names, links, logos and colour schemes of a brand on each page, and the hooks for its theme. */

const theme = ':root { --skin-accent: #8a1c4a; --skin-console-accent: #ffd400 }'
/** A name of the max length. */
const germanName = 'Acme Verbinden für das Subnet der Prämien, Punkte & Bolts EU'
const brand = {
  name: { en: 'Acme Connect', de: germanName },
  supportUrl: { en: 'https://help.acme.example/en', de: 'https://help.acme.example/de' },
  languages: ['en', 'de'],
  links: {
    header: [{ label: { en: 'Guide', de: 'Anleitung' }, url: 'https://acme.example/guide' }],
    footer: [
      {
        label: { en: 'Privacy', de: 'Datenschutz' },
        url: { en: 'https://acme.example/privacy', de: 'https://acme.example/datenschutz' },
      },
    ],
  },
  consoleName: 'Acme Operations',
}

/** Pages for users, each with the area of its content. */
/** The language links name their page, except on a page without Next, whose URL may have a nonce. */
const pages: { path: string; area: string; page?: string }[] = [
  { path: '/', area: 'site' },
  { path: '/signin', area: 'signin' },
  { path: '/connect/confirm', area: 'connect' },
  { path: '/console', area: 'site', page: '/' },
  { path: '/connect?request_id=1', area: 'site', page: '/connect/confirm' },
  { path: '/no/such/page', area: 'site', page: '/' },
]

const consolePaths = ['/console', '/console/balances', '/console/preview']

// The page for an incomplete link answers 400.
test.use({ locale: 'en-US', expectedErrors: [/status of 400/] })

let folder = ''
test.beforeAll(async () => {
  folder = await makeSkinFolder(await mkdtemp(join(tmpdir(), 'skin-')), theme, { brand })
})
test.afterAll(() => rm(folder, { recursive: true }))

test('pages for users have the names and links in the language of the request, and the theme hooks of their parts', async ({
  startVariant,
  control,
}) => {
  const app = await startVariant({ SKIN_DIR: folder })
  await control.set({ connectUrl: `${app.origin}/connect` })
  const t = textsOfSkin(folder).textsIn('de')
  const user = await visitorAs(app, 'Ada')
  await user.follow((await control.pressConnect()).link)
  for (const { path, area, page: pageOfLinks = path } of pages) {
    const visitor = area === 'signin' ? await visitorAs(app) : user
    const { body } = await visitor.send(path, { headers: { 'Accept-Language': 'de' } })
    const page = parseHtml(body)
    const linksOf = (part: string) =>
      page.querySelectorAll(`[data-part='${part}'] li a`).map((link) => [textOf(link), link.getAttribute('href')])

    expect.soft(textOf(page.querySelector('title')), path).toMatch(new RegExp(`(^| · )${germanName}$`))
    expect.soft(textOf(page.querySelector("[data-part='header'] a")), path).toBe(germanName)
    expect.soft(linksOf('header'), path).toEqual([['Anleitung', 'https://acme.example/guide']])
    expect.soft(linksOf('footer'), path).toEqual([
      [t('support.help'), 'https://help.acme.example/de'],
      ['Datenschutz', 'https://acme.example/datenschutz'],
      ['English', `/language/en?${new URLSearchParams({ page: pageOfLinks })}`],
      ['Deutsch', `/language/de?${new URLSearchParams({ page: pageOfLinks })}`],
    ])
    expect.soft(page.querySelector('nav')?.getAttribute('aria-label'), path).toBe(t('language.label'))
    // Users must not learn that the console exists.
    expect.soft(body, path).not.toContain(brand.consoleName)

    expect.soft(page.querySelectorAll('[data-area]'), path).toHaveLength(1)
    const parts = ['card', 'title', ...(area === 'connect' ? connectParts : [])]
    const missing = parts.filter((part) => !page.querySelector(`[data-area='${area}'] [data-part='${part}']`))
    expect.soft(missing, path).toEqual([])
  }
  const failed = parseHtml((await (await visitorAs(app)).send('/signin?error=OAuthCallback')).body)
  expect(failed.querySelector("[data-area='signin'] [data-part='notice']")).not.toBeNull()
})

const connectParts = ['wallets', 'address', 'told', 'actions', 'warning']

test('the console has its own name, language and area, and no links for users', async ({ startVariant }) => {
  const operator = await visitorAs(await startVariant({ SKIN_DIR: folder }), operatorName)
  operator.cookies.set('lang', 'de')
  for (const path of consolePaths) {
    const page = parseHtml((await operator.send(path)).body)
    expect.soft(page.querySelector('html')?.getAttribute('lang'), path).toBe('en')
    const areas = page.querySelectorAll('[data-area]').map((element) => element.getAttribute('data-area'))
    expect.soft(areas, path).toEqual(['console'])
    expect.soft(textOf(page.querySelector("[data-area='console'] [data-part='header']")), path).toBe(brand.consoleName)
    expect.soft(page.querySelector("[data-part='header'] a")?.getAttribute('href'), path).toBe('/console')
    expect.soft(page.querySelector("[data-part='footer']"), path).toBeNull()
    expect.soft(textOf(page.querySelector('title')), path).toMatch(/ · Staging · Acme Operations$/)
  }
})

test.describe('on a narrow phone in German', () => {
  test.use({ locale: 'de-DE', viewport: { width: 320, height: 700 } })

  test('a name of 60 characters fits in two lines, and the console has its own colour', async ({
    page,
    startVariant,
  }) => {
    expect(germanName).toHaveLength(60)
    const app = await startVariant({ SKIN_DIR: folder })
    for (const path of ['/', '/connect?request_id=1']) {
      await page.goto(app.origin + path)
      const shown = page.getByRole('banner').getByText(germanName)
      const lines = await shown.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
      })
      expect(lines).toBe(2)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    }
    await expect(page.locator("[data-part='card'] a")).toHaveCSS('background-color', 'rgb(138, 28, 74)')

    // A wide window shows the navigation without its menu.
    await page.setViewportSize({ width: 1280, height: 720 })
    await signIn(page, app, operatorName)
    await page.goto(`${app.origin}/console`)
    const current = page.getByRole('navigation').locator('[aria-current]')
    // #776100, which the page derives for lines and texts.
    await expect(current).toHaveCSS('border-inline-start-color', 'oklch(0.5 0.10251 94.0064)')
  })
})

test.describe('a brand with only dark colours', () => {
  // The page for an error.
  test.use({ expectedErrors: [/status of 500|React error/] })
  let redis: Redis
  let app: App
  let darkFolder = ''
  test.beforeAll(async ({ startVariant }) => {
    redis = await startRedis()
    const pictures = ['logo.svg', 'logo-dark.svg']
    const dark = ':root { color-scheme: dark; --skin-accent: #1f3aae }'
    darkFolder = await makeSkinFolder(await mkdtemp(join(tmpdir(), 'skin-')), dark, {
      brand: { themeColor: { dark: '#010203' } },
      pictures,
    })
    app = await startVariant({ SKIN_DIR: darkFolder, REDIS_URL: redis.url })
  })
  test.afterAll(() => Promise.all([redis.close(), rm(darkFolder, { recursive: true })]))

  // lib/skin/index.test.ts has the logos and the colours of one scheme.
  test('shows its dark logo and the shipped icon, and its preview offers only dark colours', async () => {
    const operator = await visitorAs(app, operatorName)
    const page = parseHtml((await operator.send('/')).body)
    expect(page.querySelector("[data-part='header'] source")).toBeNull()
    expect(page.querySelector("[data-part='header'] img")?.getAttribute('src')).toMatch(/\/logo-dark\.svg$/)
    expect(page.querySelector("meta[name='color-scheme']")?.getAttribute('content')).toBe('dark')
    expect(page.querySelector("meta[name='theme-color']")?.getAttribute('content')).toBe('#010203')
    const icon = await operator.send('/favicon.ico')
    expect([icon.status, icon.headers['content-type']], 'a skin without icons').toEqual([200, 'image/svg+xml'])
    expect(icon.headers['content-security-policy']).toContain('sandbox')

    const preview = parseHtml((await operator.send('/console/preview?scheme=light')).body)
    const options = preview.querySelectorAll("select[name='scheme'] option")
    expect(options.map((option) => option.getAttribute('value'))).toEqual(['dark'])
    expect(preview.querySelector('iframe')?.getAttribute('src')).toContain('scheme=dark')
  })

  test('has the dark default colours in a browser that prefers light ones, even on the page for a missing Redis', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/503 \(Service Unavailable\)/)
    await page.emulateMedia({ colorScheme: 'light' })
    await signIn(page, app, operatorName)
    // Without Redis, the console cannot check whether the operator has signed out.
    await redis.stop()
    for (const [path, status] of [
      ['/', 200],
      ['/console', 503],
    ] as const) {
      expect((await page.goto(app.origin + path))?.status()).toBe(status)
      await expect(page.locator('body')).toHaveCSS('background-color', /^oklab\(0\.1/)
    }
    await expect(page.getByText(consoleT('layout.away.title')).first()).toBeVisible()
  })
})
