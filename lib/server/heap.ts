import 'server-only'
import { setFlagsFromString } from 'node:v8'

/**
 * Has V8 make every object in the young part of its heap, where what is soon garbage costs next to nothing.
 *
 * V8 watches which objects outlive its first collections, and makes their like among the old ones from then on. A
 * server that has been idle has a young part of 1 MB. The records of the first chunks of a long response fill it, so
 * they outlive it, and the millions after them were made as old objects: that took twice the processor time and 130 MB
 * (`npm run bench:conversions`).
 */
export function makeObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
