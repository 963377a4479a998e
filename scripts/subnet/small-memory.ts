import { setFlagsFromString } from 'node:v8'

/*
 * `subnet` loads this module first. It keeps a command that reads a million rows below 80 MB with Node 20, and below 95
 * MB with Node 22 and 24, because the server also runs the app. By default, Node 20 lets the heap grow to 60 MB, and
 * compiles the parsers of HTTP and JSON with 30 MB each. This costs 15 % of the speed (`npm run lab -- bench-command`).
 */

setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--max-optimized-bytecode-size=3000')
setFlagsFromString('--liftoff-only')
setFlagsFromString('--no-wasm-tier-up')
setFlagsFromString('--no-wasm-dynamic-tiering')
