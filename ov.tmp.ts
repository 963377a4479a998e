// @ts-nocheck
import { launchBrowser } from './e2e/harness/browser'
import { startApp } from './e2e/harness/app'
import { appVariables } from './e2e/harness/app-variables'
import { demoWallets, startStandIn } from './e2e/stand-in/start'
import { userId } from './e2e/stand-in/data/users'
import { defaultData } from './e2e/stand-in/settings'
const port = 3200
const standIn = await startStandIn({ connectUrl: `http://localhost:${port}/connect`, operatorName: 'Example Subnet' })
const app = await startApp({ port, variables: { ...appVariables({ standIn, port }), CONNECT_RECORDS: 'full', DEMO_CONNECTS: demoWallets.join() } })
const browser = await launchBrowser()
const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
await page.addInitScript({ content: 'globalThis.__name = (marked) => marked' })
page.on('console', m => m.type()==='error' && console.log('CONSOLE', m.text().slice(0,200)))
await page.goto(`${app.origin}/signin?callbackUrl=/console/search`)
await page.getByRole('textbox', { name: 'Name' }).fill('Olga')
await page.getByRole('button', { name: 'Sign in', exact: true }).click()
await page.waitForURL(u => !u.pathname.startsWith('/signin'))
for (const p of ['', '/connects', '/task-runs', '/conversions', '/balances', '/uploads', '/users/' + userId(defaultData, 2), '/setup', '/audit', '/resources']) {
  for (const width of [320, 390, 768, 1024, 1280]) {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(app.origin + '/console' + p, { waitUntil: 'networkidle' })
  const wide = await page.evaluate(() => {
    const w = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= w) return null
    return [document.documentElement.scrollWidth - w, ...[...document.querySelectorAll('body *')].filter(e => { const r = e.getBoundingClientRect(); return r.right > w + 1 && r.width > 0 && getComputedStyle(e).position !== 'fixed' }).slice(-4).map(e => e.outerHTML.slice(0, 160))]
  })
  if (wide) console.log(p, width, wide)
  }
}
if (process.argv[2]) { await page.setViewportSize({width:1440,height:900}); for (const one of process.argv[2].split(' ')) { const [n,p]=one.split('=>'); await page.goto(app.origin+p,{waitUntil:'networkidle'}); await page.screenshot({path:`/tmp/o-${n}.png`}) } }
await browser.close(); await app.close(); await standIn.close(); process.exit()
