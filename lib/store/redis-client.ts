/*
 * Loaded when a Redis is configured. The re-export is needed because esbuild keeps no names of a CommonJS package when
 * it splits a bundle.
 */
export { createClient } from 'redis'
