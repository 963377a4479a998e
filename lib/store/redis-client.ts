/*
 * The app imports this file only if a Redis is configured. It re-exports the client because esbuild loses the names of
 * a CommonJS package when it splits a bundle.
 */
export { createClient } from 'redis'
