import { setFlagsFromString } from 'node:v8'

/*
 * Loaded first, this keeps a command that reads a million rows below 80 MB, on a server that has other work. By itself
 * Node would let the young rows grow to 48 MB, and compile the HTTP and JSON parsers with 30 MB each. The commands wait
 * for the service nearly all of the time, so they are as fast: `npm run lab -- bench-command`.
 */

setFlagsFromString('--optimize-for-size')
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--max-optimized-bytecode-size=3000')
setFlagsFromString('--liftoff-only')
setFlagsFromString('--no-wasm-tier-up')
setFlagsFromString('--no-wasm-dynamic-tiering')
