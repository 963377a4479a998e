import { createServer } from 'node:http'
import { listen } from './listen'

/**
 * Starts another site, whose page has one link. When a person comes back to the page, it sends their browser forward
 * again, and `returns` counts it.
 */
export async function startHostilePage(link: string) {
  const page = `<!doctype html><title>News</title><a href="${link}">Read on</a><script>
    addEventListener('pageshow', () => {
      if (sessionStorage.left) {
        navigator.sendBeacon('/')
        history.forward()
      }
      sessionStorage.left = '1'
    })
  </script>`
  let returns = 0
  const server = createServer(({ method }, response) => {
    if (method === 'POST') returns += 1
    response.setHeader('Content-Type', 'text/html').end(page)
  })
  const { port, close } = await listen(server)
  return { url: `http://127.0.0.1:${port}/`, returns: () => returns, close }
}
