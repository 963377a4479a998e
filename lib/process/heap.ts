import 'server-only'
import { setFlagsFromString } from 'node:v8'

/**
 * Has V8 make every object in the young part of its heap, where what is soon garbage costs next to nothing.
 *
 * Else V8 watches which objects outlive their first collections, and makes their like among the old ones from then on.
 * The first records of a long response seem to, since the young part is small after some idle time: the millions after
 * them took twice the processor time and 130 MB more (`npm run bench:conversions`). Without this, all else works.
 */
export function makeObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
