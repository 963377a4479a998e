import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

/*
 * A service that confirms whatever it is asked, 1 ms later, in a process of its own. The stand-in checks and keeps
 * every call, which would be measured too.
 */

const latencyMs = 1
const confirmBody = z.object({ request_id: z.string() })

const server = createServer((request, response) => {
  void json(request).then((body) => {
    const { request_id: requestId } = confirmBody.parse(body)
    const returnUrl = `https://service.example/callback?request_id=${requestId}#ac=a-code`
    const answer = { status: 'success', return_url: returnUrl, auth_code: 'a-code', expires_at: new Date().toJSON() }
    setTimeout(() => response.end(JSON.stringify(answer)), latencyMs)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`)
})
// Ends with the process that has started it.
process.stdin.resume().on('end', () => process.exit())
