import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect, test } from '../fixtures'
import { listen } from '../harness/listen'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
/*
 * Many tests use a `PlainBrowser`, because it is fast. This test compares its requests with those of a real browser.
 */

test.use({ javaScriptEnabled: false })

test('PlainBrowser sends the same requests as a real browser', async ({ page }) => {
  const echo = await startEcho()
  try {
    await page.goto(`${echo.origin}/start`)
    await page.getByRole('textbox').fill(' typed "é" ')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.waitForURL(/\/page\?after=303/)
    await page.getByRole('button', { name: 'Open & go' }).click()
    await page.waitForURL(/\/same-again/)
    await page.getByRole('link', { name: 'Go on' }).click()
    await page.waitForURL(/\/linked/)
    const sentByBrowser = echo.received.splice(0)

    const plain = new PlainBrowser(new Visitor(echo.origin))
    await plain.goto('/start')
    await plain.press('Connect', { typed: ' typed "é" ' })
    expect(plain.url).toBe(`${echo.origin}/page?after=303#kept`)
    await plain.press('Open & go')
    await plain.follow('Go on')
    expect(plain.url).toBe(page.url())
    expect(echo.received).toEqual(sentByBrowser)
    expect(sentByBrowser.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /start',
      'GET /page',
      'POST /page',
      'GET /page?after=303',
      'POST /page?after=303',
      'POST /same-again',
      'GET /linked?to=1',
    ])
  } finally {
    await echo.close()
  }
})

interface Received {
  method: string | undefined
  path: string | undefined
  headers: Record<string, unknown>
  fields: [string, unknown][]
}

const comparedHeaders = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'upgrade-insecure-requests',
]

const page = `<!doctype html><link rel="icon" href="data:,"><main><h1>Forms</h1>
<a href="linked?to=1">Go <b>on</b></a>
<form action="" encType="multipart/form-data" method="POST"><input type="hidden" name="$ACTION_ID_1"/><input
type="hidden" name="quoted" value="&quot;a&quot; &amp; &#x27;b&#x27; &lt;c&gt;"/><input aria-label="Typed" name="typed" value="before"/><ul>
<li><button type="submit" form="elsewhere">Open &amp; <b>go</b></button></li></ul><button type="submit">Connect</button></form>
<form id="elsewhere" action="" encType="multipart/form-data" method="POST"><input type="hidden" name="link" value="x"/></form></main>`

/** Starts a server with two forms and a link, which records its requests. */
async function startEcho() {
  const received: Received[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    received.push(await read(request))
    response.setHeader('Referrer-Policy', 'same-origin')
    if (request.url === '/start') {
      const cookies = ['one=1; Path=/; HttpOnly; SameSite=Lax', 'two=2; Path=/', 'two=; Path=/; Max-Age=0']
      response.writeHead(302, { Location: '/page', 'Set-Cookie': cookies }).end()
    } else if (request.method === 'POST' && request.url === '/page') {
      response.writeHead(303, { Location: '/page?after=303#kept' }).end()
    } else if (request.method === 'POST' && request.url !== '/same-again') {
      response.writeHead(307, { Location: '/same-again' }).end()
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
    }
  }
  const { port, close } = await listen(createServer((request, response) => void answer(request, response)))
  return { origin: `http://localhost:${port}`, received, close }
}

async function read(request: IncomingMessage): Promise<Received> {
  const { method, url: path, headers } = request
  const type = headers['content-type']
  const body = await buffer(request)
  const form = type ? await new Response(body, { headers: { 'Content-Type': type } }).formData() : new FormData()
  return {
    method,
    path,
    headers: Object.fromEntries(comparedHeaders.map((name) => [name, headers[name]])),
    fields: [...form.entries()],
  }
}
