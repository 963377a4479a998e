import { startStandIn } from '../stand-in/start'

/*
 * The program of `startStandInProcess`. It prints the URLs of the stand-in as one line of JSON, and stops when its
 * input ends.
 */

const standIn = await startStandIn({ connectUrl: process.argv[2] ?? '' })
// JSON omits the function `close`.
process.stdout.write(`${JSON.stringify(standIn)}\n`)
process.stdin.resume().once('end', () => void standIn.close().then(() => process.exit(0)))
