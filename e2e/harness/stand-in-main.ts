import { startStandIn } from '../stand-in/start'

/*
 * What `startStandInProcess` runs. Says where the stand-in is in one line of JSON, and stops when its input
 * ends.
 */

const standIn = await startStandIn({ connectUrl: process.argv[2] ?? '' })
// The function in it stays here; the addresses and the key are text.
process.stdout.write(`${JSON.stringify(standIn)}\n`)
process.stdin.resume().once('end', () => void standIn.close().then(() => process.exit(0)))
