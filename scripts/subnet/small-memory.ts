import { setFlagsFromString } from 'node:v8'

/*
 * Loaded first, this keeps a command that reads a million rows below 80 MB with Node 20, and below 95 MB with Node 22 and
 * 24: a server has other work. By itself, Node 20 would let the heap grow to 60 MB, and compile the parsers of HTTP and of
 * JSON with 30 MB each. It costs 15 % of the speed (`npm run lab -- bench-command`).
 */

setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--max-optimized-bytecode-size=3000')
setFlagsFromString('--liftoff-only')
setFlagsFromString('--no-wasm-tier-up')
setFlagsFromString('--no-wasm-dynamic-tiering')
