import { startService } from '../../e2e/service/start'

/*
 * The stand-in of the service in a process of its own, so that it costs the one that measures nothing. Says
 * where it is in one line of JSON, and stops when its input ends.
 */

const service = await startService({ connectUrl: process.argv[2] ?? '' })
// The function in it stays here; the addresses and the key are text.
console.log(JSON.stringify(service))
process.stdin.resume().once('end', () => void service.close().then(() => process.exit(0)))
